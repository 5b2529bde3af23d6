const SOMEBODY = '(?:others|(?:other|another) \\w+|someone else|somebody else|the owner|[A-Z]\\w+)';
/** Verbs of creating. "Archive" is none: "what others archived" states a condition. */
const MAKING = '(report|register|record|log|add|enter|book|author)';
const MADE = new RegExp(
  `\\b(?:what|whatever) (${SOMEBODY})(?: has| have)? ${MAKING}(?:e?d|ged)(?=\\s*(?:[.;,]|$))`,
  'g',
);
const CONDITION =
  /\b(?:if|when\w*|until|till|after|before|while|unless|once|during|as long|without|only|but|not|never|no)\b/i;
const REFUSAL = /\b(?:cannot|can't|(?:can|may|must) not) [^.;]*$/i;
const FROM = new RegExp(`\\bfrom (?=${SOMEBODY}\\b)`, 'g');
const SEES = '\\b(?:(?:can |may )?see|[Ss]ees|[Rr]eaches)';
const THINGS = '(?:[\\w-]+ )?[\\w-]+(?: [\\w-]+)?';
const END = '(?=\\s*(?:[.;]|$))';
const NOTHING_OF = new RegExp(
  `${SEES} (?:nothing|none) of (${THINGS} of ${SOMEBODY}|(?:other \\w+'|another \\w+'s|[A-Z]\\w+'s) ${THINGS}|what ${SOMEBODY} (?:keeps?|owns?|made|wrote))${END}`,
  'g',
);
const NO_SUCH = new RegExp(`${SEES} no (${THINGS} of ${SOMEBODY})${END}`, 'g');
const ADMINISTER =
  /\badminister (?!(?:the |an? )?(?:systems?|services?|servers?|api|applications?|anything|things?)\b)((?:the |any )?[\w-]+)(?=\s*(?:[.;,]|$))/g;

/** Returns the sentence's part before the position `at`. */
function sentenceBefore(text: string, at: number): string {
  return text.slice(0, at).split(/[.;]/).at(-1) ?? '';
}

/**
 * Returns the items that a persona creates by `verb`: "issues" for "can report issues". Undefined unless there
 * is exactly one kind.
 */
function madeBy(text: string, verb: string): string | undefined {
  const granted = text.replaceAll(/(?:\b(?:cannot|not|never|nor|no)\b|n't\b)[^.;]*/gi, '');
  const said = new RegExp(
    `(?:^|[:,] |\\b(?:can|may|and) )${verb}s?(?:(?:,| and| or) \\w+)* (?!(?:and|or|on|to|in|at|of|for|from|with|by)\\b)([\\w-]+(?: [\\w-]+)?)(?=\\s*(?:[.;,]|$))`,
    'gi',
  );
  const [things, ...more] = new Set([...granted.matchAll(said)].map((found) => found[1]));
  return more.length > 0 ? undefined : things;
}

/**
 * Rewrites indirect refusals as plain ones: "sees nothing of a calendar of Ann" as "cannot access a calendar of Ann".
 * Such a refusal stays as it is after a condition or negation in its sentence. "What Ann reported" and a refused
 * "administer" get plain words, too.
 */
export function paraphrase(description: string): string {
  // "Notes from Ann" become "Notes of Ann".
  const text = description.replaceAll('’', "'").replaceAll(FROM, 'of ');
  const refusing = (said: string, verb: string) => (whole: string, things: string, at: number) =>
    CONDITION.test(sentenceBefore(said, at)) ? whole : `cannot ${verb} ${things}`;
  const plain = text.replaceAll(NOTHING_OF, refusing(text, 'access'));
  return plain
    .replaceAll(NO_SUCH, refusing(plain, 'see'))
    .replaceAll(MADE, (whole: string, somebody: string, verb: string) => {
      const things = madeBy(text, verb);
      return things === undefined ? whole : `${things} of ${somebody}`;
    })
    .replaceAll(ADMINISTER, (whole: string, things: string, at: number) =>
      REFUSAL.test(sentenceBefore(text, at)) || /\bnor $/.test(text.slice(0, at)) ? `change ${things}` : whole,
    );
}

/**
 * Returns what this persona may not manage, in the words of another persona's role: ["her groups and their events"] for
 * the description "may not organise" and the other's "Organiser: runs her groups and their events". [] without such a
 * role.
 */
export function managedByRole(description: string, others: string[]): string[] {
  const said = /\b(?:cannot|(?:can|may|must) not) (\w+)\s*(?:[.;]|$)/i.exec(description)?.[1]?.toLowerCase();
  if (said === undefined || said.length < 5) return [];
  const stem = said.replace(/e$/, '').replace(/z$/, 's');
  return others.flatMap((other) => {
    const [, role = '', things] =
      /^(?:an? |the )?(\w+): (?:can |may )?(?:runs?|manages?|keeps?) ((?:his|her|their|its) [^.;,]*)/i.exec(other) ??
      [];
    const is = role.toLowerCase().replace(/z(?=[eo]r$)/, 's');
    return things !== undefined && (is === `${stem}er` || is === `${stem}or`) ? [things.toLowerCase()] : [];
  });
}
