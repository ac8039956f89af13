import {
  databaseFunctionScripts,
  databasePolicyScripts,
  databaseTriggerScripts,
  type ScriptKindName,
} from '@basalt/contract/database/object-scripts'

/** The routes of all kinds have the same types. */
export type ScriptRoutes = typeof databaseFunctionScripts

const routes: Readonly<Record<ScriptKindName, ScriptRoutes>> = {
  functions: databaseFunctionScripts,
  // Only their paths differ.
  policies: databasePolicyScripts as unknown as ScriptRoutes,
  triggers: databaseTriggerScripts as unknown as ScriptRoutes,
}

/** The kinds with an editor are exactly these. */
export const getScriptRoutes = (kind: string): ScriptRoutes => routes[kind as ScriptKindName]
