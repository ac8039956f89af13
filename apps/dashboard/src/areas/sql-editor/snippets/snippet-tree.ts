import type { SnippetFolder, SnippetMatch, SnippetSummary } from '@basalt/contract/project/snippets'

type SectionKey = 'favourites' | 'shared' | 'private'

export type TreeRow = { key: string; level: number } & (
  | { kind: 'section'; section: SectionKey; label: string; isExpanded: boolean; count: number }
  | { kind: 'folder'; folder: SnippetFolder; isExpanded: boolean }
  | { kind: 'snippet'; snippet: SnippetSummary; line: string | null }
)

type Content = { snippets: readonly SnippetSummary[]; folders: readonly SnippetFolder[] }

const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const byName = (one: { name: string; id: string }, other: { name: string; id: string }) =>
  order.compare(one.name, other.name) || (one.id < other.id ? -1 : 1)

/** The rows of the list: sections with their content, without that of collapsed ones. */
export function treeRows(content: Content, closed: ReadonlySet<string>): TreeRow[] {
  const { snippets } = content
  const favourites = snippets.filter(({ is_favourite }) => is_favourite)
  const shared = snippets.filter(({ visibility }) => visibility === 'project')
  const own = snippets.filter(({ visibility }) => visibility === 'private')
  const section = (key: SectionKey, label: string, inside: readonly SnippetSummary[]) => {
    const isExpanded = !closed.has(key)
    const count = inside.length
    const head = { kind: 'section' as const, key, section: key, label, level: 1 }
    return [
      { ...head, isExpanded, count },
      ...(isExpanded ? listRows(key, { ...content, snippets: inside }, closed) : []),
    ]
  }
  const hasShared = shared.length > 0 || content.folders.some((one) => one.visibility === 'project')
  return [
    ...(favourites.length > 0 ? section('favourites', 'Favourites', favourites) : []),
    ...(hasShared ? section('shared', 'Shared', shared) : []),
    ...section('private', 'Private', own),
  ]
}

/** Favourites lie flat; the other sections have their folders. */
function listRows(key: SectionKey, content: Content, closed: ReadonlySet<string>): TreeRow[] {
  if (key === 'favourites') return content.snippets.toSorted(byName).map(rowIn(key, 2))
  const visibility = key === 'shared' ? 'project' : 'private'
  const folders = content.folders.filter((folder) => folder.visibility === visibility)
  const known = new Set(folders.map(({ id }) => id))
  const within = (parent: string | null, level: number): TreeRow[] => [
    ...folders
      .filter(({ parent_id }) => parent_id === parent)
      .toSorted(byName)
      .flatMap((folder): TreeRow[] => {
        const isExpanded = !closed.has(folder.id)
        return [
          { kind: 'folder', key: folder.id, folder, level, isExpanded },
          ...(isExpanded ? within(folder.id, level + 1) : []),
        ]
      }),
    ...content.snippets
      // A list that is newer than the other one may name a folder that is not there yet.
      .filter(({ folder_id }) => (known.has(folder_id ?? '') ? folder_id : null) === parent)
      .toSorted(byName)
      .map(rowIn(key, level)),
  ]
  return within(null, 2)
}

const rowIn = (section: SectionKey, level: number) => (snippet: SnippetSummary) =>
  ({ kind: 'snippet', key: `${section} ${snippet.id}`, snippet, level, line: null }) as const

/** The search results: names immediately, and texts once the server has answered. */
export function foundRows(
  snippets: readonly SnippetSummary[],
  text: string,
  matches: readonly SnippetMatch[],
): TreeRow[] {
  const lines = new Map(matches.map(({ id, line }) => [id, line]))
  const target = text.toLowerCase()
  return snippets
    .filter(({ id, name }) => lines.has(id) || name.toLowerCase().includes(target))
    .toSorted(byName)
    .map((snippet) => ({
      kind: 'snippet',
      key: `found ${snippet.id}`,
      snippet,
      level: 1,
      line: lines.get(snippet.id)?.trim() ?? null,
    }))
}

/** The position of each row in its section or folder, from 1. */
export function positionsAmongSiblings(
  rows: readonly Pick<TreeRow, 'level'>[],
): { position: number; count: number }[] {
  const open: { level: number; rows: number[] }[] = []
  const positions = rows.map(() => ({ position: 1, count: 1 }))
  const close = (group: { rows: number[] } | undefined) => {
    for (const [at, row] of (group?.rows ?? []).entries())
      positions[row] = { position: at + 1, count: group?.rows.length ?? 1 }
  }
  for (const [row, { level }] of rows.entries()) {
    while ((open.at(-1)?.level ?? 0) > level) close(open.pop())
    if (open.at(-1)?.level === level) open.at(-1)?.rows.push(row)
    else open.push({ level, rows: [row] })
  }
  while (open.length > 0) close(open.pop())
  return positions
}

/** The target of a tree key from a row; undefined for other keys. */
export function positionAfterKey(
  rows: readonly TreeRow[],
  at: number,
  key: string,
): number | undefined {
  const last = rows.length - 1
  if (key === 'ArrowDown') return Math.min(last, at + 1)
  if (key === 'ArrowUp') return Math.max(0, at - 1)
  if (key === 'Home') return 0
  if (key === 'End') return last
  const row = rows[at]
  if (row === undefined) return undefined
  if (key === 'ArrowLeft') {
    const parent = rows.findLastIndex(({ level }, position) => position < at && level < row.level)
    return parent < 0 ? at : parent
  }
  if (key === 'ArrowRight') return (rows[at + 1]?.level ?? 0) > row.level ? at + 1 : at
  return undefined
}

/** Whether an item may be dropped on a row, and the target folder. */
export function dropPosition(
  dragged: TreeRow,
  row: TreeRow,
  folders: readonly SnippetFolder[],
): { folder_id: string | null } | undefined {
  if (dragged.kind === 'section' || row.kind === 'snippet') return undefined
  const { visibility } = dragged.kind === 'folder' ? dragged.folder : dragged.snippet
  if (row.kind === 'section') {
    return (row.section === 'private' ? 'private' : 'project') === visibility &&
      row.section !== 'favourites'
      ? { folder_id: null }
      : undefined
  }
  if (row.folder.visibility !== visibility) return undefined
  if (dragged.kind === 'folder' && !canHold(row.folder, dragged.folder, folders)) return undefined
  return { folder_id: row.folder.id }
}

/** Folders have two levels: a folder with subfolders cannot be moved into another. */
export const canHold = (
  outer: SnippetFolder,
  inner: SnippetFolder,
  folders: readonly SnippetFolder[],
): boolean =>
  outer.id !== inner.id &&
  outer.parent_id === null &&
  !folders.some(({ parent_id }) => parent_id === inner.id)
