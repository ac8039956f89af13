type Module = {
  importers: readonly string[]
  dynamicImporters: readonly string[]
  isEntry: boolean
}
type Context = { getModuleInfo: (id: string) => Module | null }

const tableEditor = /dashboard\/src\/areas\/table-editor\//u
const tablePage = /dashboard\/src\/areas\/table-editor\/TablePage\.tsx$/u
/** Of the contract and of the icons by name: their front doors lead everywhere. */
const named =
  /packages\/contract\/src\/(?:boot|database\/(?:tables|changes|table-rights))\.ts$|icons\/(?:chevron-(?:down|right)|circle-check|ellipsis|eye|globe|info|layers|lock|rows-3|star|triangle-alert)\.mjs$/u
/** What the table view shares with few pages is small enough for all of them. */
const ofTables =
  /dashboard\/src\/lib\/(?:(?:tables-forgotten|typed-word|use-media|use-rows-in-view)\.ts|AreaLayout\.tsx)$/u
/** The schemas of forms would weigh on every page, and what draws charts comes with them. */
const small = /dashboard\/src\/(?:ui|lib\/(?!form\.ts|chart\/|rows\/))/u
/** What pages of cards share; the editors do without it until somebody opens a panel. */
const ofCards =
  /dashboard\/src\/(?:ui\/(?:Card|EmptyState|Field|FormAlert|Notice|Time)\.tsx|lib\/(?:Panel\.tsx|format-(?:bytes|time)\.ts))$/u
/** What comes right after the first page, in one request. */
const ofFrame =
  /dashboard\/src\/(?:shell\/(?:Overlays|AssistantButton)\.tsx|lib\/(?:open-query|assistant\/assistant-(?:opening|hint))\.ts)$/u
/** As many parts that are loaded on their own share what is fetched with the first of them. */
const many = 15

/** Small modules that many pages share, in one file. */
export function getPartsChunk(id: string, context: Context): 'parts' | 'cards' | 'frame' | null {
  if (ofCards.test(id)) return 'cards'
  if (ofFrame.test(id)) return 'frame'
  if (named.test(id) || ofTables.test(id)) return 'parts'
  return small.test(id) && listRoots(id, context).length >= many ? 'parts' : null
}

/**
 * The modules of the table view that other parts of the table editor take along, too, in one
 * file: without it there is a file for each set of parts.
 */
export function getTableChunk(id: string, context: Context): 'table' | null {
  if (!tableEditor.test(id)) return null
  const roots = listRoots(id, context)
  if (!roots.some((root) => tablePage.test(root)) || roots.length === 1) return null
  return roots.every((root) => tableEditor.test(root)) ? 'table' : null
}

/** The parts that are loaded on their own and take the module along. */
function listRoots(id: string, context: Context): string[] {
  const found = new Set([id])
  for (const next of found)
    for (const importer of context.getModuleInfo(next)?.importers ?? []) found.add(importer)
  return [...found].filter((one) => {
    const info = context.getModuleInfo(one)
    return info !== null && (info.isEntry || info.dynamicImporters.length > 0)
  })
}
