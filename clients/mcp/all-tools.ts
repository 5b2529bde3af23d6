import type { Tool } from './tool.ts';
import { awaitEventTool } from './tools/await_event.ts';
import { askAboutFeatureTool } from './tools/ask_about_feature.ts';
import { completeTextTool } from './tools/complete_text.ts';
import { createDraftTool } from './tools/create_draft.ts';
import { createFeatureTool } from './tools/create_feature.ts';
import { createPersonaTool } from './tools/create_persona.ts';
import { createProjectTool } from './tools/create_project.ts';
import { deletePersonaTool } from './tools/delete_persona.ts';
import { generationStatusTool } from './tools/generation_status.ts';
import { getCoverageReportTool } from './tools/get_coverage_report.ts';
import { getFeatureTool } from './tools/get_feature.ts';
import { getRunResultTool } from './tools/get_run_result.ts';
import { getShipStatusTool } from './tools/get_ship_status.ts';
import { getWorkbookTool } from './tools/get_workbook.ts';
import { listFeaturesTool } from './tools/list_features.ts';
import { listPersonasTool } from './tools/list_personas.ts';
import { listProjectsTool } from './tools/list_projects.ts';
import { listRequirementsTool } from './tools/list_requirements.ts';
import { listWorkspacesTool } from './tools/list_workspaces.ts';
import { publishFeatureSpecTool } from './tools/publish_feature_spec.ts';
import { pullVerifierTool } from './tools/pull_verifier.ts';
import { recordVerifierRunTool } from './tools/record_verifier_run.ts';
import { retryVerifierBuildTool } from './tools/retry_verifier_build.ts';
import { sweepWorkbookTool } from './tools/sweep_workbook.ts';
import { updatePersonaTool } from './tools/update_persona.ts';
import { updateWorkbookTool } from './tools/update_workbook.ts';
import { waiveCoverageTool } from './tools/waive_coverage.ts';

/** THE TOOLS (specification §4 note 7, decision record 4), in the order of their use. */
export const allTools: readonly Tool[] = [
  listWorkspacesTool,
  listProjectsTool,
  createProjectTool,
  listFeaturesTool,
  createFeatureTool,
  getFeatureTool,
  listPersonasTool,
  createPersonaTool,
  updatePersonaTool,
  deletePersonaTool,
  publishFeatureSpecTool,
  awaitEventTool,
  retryVerifierBuildTool,
  pullVerifierTool,
  recordVerifierRunTool,
  getRunResultTool,
  getCoverageReportTool,
  getShipStatusTool,
  listRequirementsTool,
  waiveCoverageTool,
  getWorkbookTool,
  updateWorkbookTool,
  sweepWorkbookTool,
  createDraftTool,
  completeTextTool,
  askAboutFeatureTool,
  generationStatusTool,
];
