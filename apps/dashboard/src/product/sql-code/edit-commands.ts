import { EditorSelection, type Extension } from '@codemirror/state'
import { type Command, type EditorView, keymap } from '@codemirror/view'

import type { Catalog } from './completion/catalog.ts'
import { placeOf } from './position-of.ts'
import { positionsOfAlias } from './rename-alias.ts'
import { buildStatement } from './statement-mark.ts'

type Reported = { catalog: () => Catalog; onAnnounce: (message: string) => void }

/** Formatting and renaming, with their keys. */
export function editCommands({ catalog, onAnnounce }: Reported): Extension {
  return keymap.of([
    {
      key: 'Shift-Alt-f',
      run: (view) => {
        void formatCode(view, onAnnounce)
        return true
      },
      preventDefault: true,
    },
    { key: 'F2', run: renameAlias(catalog, onAnnounce), preventDefault: true },
  ])
}

/** Formats the selection, else the statement at the cursor; one undo step. */
export async function formatCode(view: EditorView, onAnnounce: (message: string) => void) {
  const { from, to } = formattedRange(view)
  const before = view.state.sliceDoc(from, to)
  if (before.trim() === '') return
  const { formatted } = await import('./format.ts')
  const result = await formatted(before)
  // Text typed in the meantime is not overwritten.
  if (view.state.sliceDoc(from, to) !== before) return
  if ('fault' in result) onAnnounce(result.fault)
  else if (result.text !== before) {
    view.dispatch({
      changes: { from, to, insert: result.text },
      selection: EditorSelection.cursor(from + result.text.length),
      userEvent: 'input.format',
      scrollIntoView: true,
    })
  }
}

function formattedRange({ state }: EditorView): { from: number; to: number } {
  const { from, to, empty } = state.selection.main
  if (!empty) return { from, to }
  const statement = buildStatement(state)
  return statement === undefined
    ? { from: 0, to: state.doc.length }
    : { from: statement.start, to: statement.end }
}

/** Selects each occurrence of the alias, so that typing renames it everywhere at once. */
function renameAlias(catalog: () => Catalog, onAnnounce: (message: string) => void): Command {
  return (view) => {
    const positions = positionsOfAlias(
      placeOf(view.state, view.state.selection.main.head),
      catalog(),
    )
    if (positions.length === 0) {
      onAnnounce('Place the cursor on an alias to rename it')
      return true
    }
    const ranges = positions.map(({ from, to }) => EditorSelection.range(from, to))
    view.dispatch({ selection: EditorSelection.create(ranges, 0), scrollIntoView: true })
    return true
  }
}
