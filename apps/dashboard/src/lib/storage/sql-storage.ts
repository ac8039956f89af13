import { flag, setting, text, texts, whole } from './storage.ts'
import { ofTab } from './tab-storage.ts'

const noTexts: string[] = []

/** Browser storage of the SQL editor. */
export const sqlStorage = {
  /** As JSON: the parameters of a query's last run. */
  queryParameters: (ref: string, id: string) =>
    setting<string | undefined>(`parameters.${ref}.${id}`, text, undefined),
  /** Whether the SQL editor has vim keys. */
  hasVimKeys: setting('editor.vim-keys', flag, false),
  /** Whether the SQL editor marks syntax errors while the user types. */
  checksSyntax: setting('editor.checks-syntax', flag, true),
  /** In pixels. */
  editorFontSize: setting('editor.font-size', whole, 13),
  /** As JSON: the chart settings of a query's result. */
  resultChart: (ref: string, queryId: string) =>
    setting<string | undefined>(`chart.${ref}.${queryId}`, text, undefined),
  /** The text of a query that was sent to be saved and not answered. */
  sentDraft: (ref: string, id: string) =>
    setting<string | undefined>(`draft.query.${ref}.${id}`, text, undefined),
  /** As JSON: edited rows of a query's results that are not saved. */
  stagedResultRows: (user: string, ref: string, id: string) =>
    setting<string | undefined>(`draft.results.${user}.${ref}.${id}`, text, undefined),
  /** The id that a new query is going to have once it is saved. */
  newSnippet: (ref: string) => setting<string | undefined>(`draft.id.${ref}`, text, undefined),
  /** As JSON: the cursor and scroll position of a query. */
  editorPlace: (ref: string, id: string) =>
    setting<string | undefined>(`draft.place.${ref}.${id}`, text, undefined),
  /** Whether queries are saved on demand only. */
  savesByHand: setting('saves-by-hand', flag, false),
  /** As JSON: the queries that are open as tabs, in their order. */
  openSnippets: (ref: string) => setting<string | undefined>(`draft.tabs.${ref}`, text, undefined),
  /** Sections and folders of the list of queries that are closed. */
  closedFolders: (ref: string) => setting(`folders.${ref}`, texts, noTexts),
  /** As JSON: the session that a query's runs share in this browser tab, and its run settings. */
  sqlSession: (ref: string, id: string) => ofTab(`sql-session.${ref}.${id}`),
} as const
