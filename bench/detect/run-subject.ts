/**
 * A program that reports on one subject: the report as JSON on stdout, progress on stderr. Prints no report if the API
 * is not available here.
 */
import { SubjectMissing } from './subject.ts';
import { reportOn } from './subject-report.ts';
import { OVERLAID, SUBJECTS, UNMET_SERVERS } from '../../test/subjects/index.ts';

const name = process.argv[2] ?? '';
const subjects = { ...SUBJECTS, ...OVERLAID, ...UNMET_SERVERS };
const make = subjects[name];
if (make === undefined)
  throw new Error(`No subject is named "${name}"; there are ${Object.keys(subjects).join(', ')}.`);
try {
  const subject = await make();
  const report = await reportOn(subject, (line) => console.error(line));
  await subject.close();
  process.stdout.write(JSON.stringify(report));
} catch (error) {
  if (!(error instanceof SubjectMissing)) throw error;
  console.error(`SKIPPED ${name}: ${error.message}`);
}
