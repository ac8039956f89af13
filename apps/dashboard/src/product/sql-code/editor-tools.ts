import type { NameCatalog } from '@basalt/pg-model'
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
} from '@codemirror/autocomplete'
import { lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Prec, type Extension } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'

import { completeFrom } from './completion-source.ts'
import { Catalog } from './completion/catalog.ts'
import { runMarks } from './diagnostics.ts'
import { editCommands } from './edit-commands.ts'
import { hints } from './hints.ts'
import { askForNames } from './parameter-names.ts'
import { searchPanel } from './search-panel.ts'

export { type EditorMark, showMark, syntaxCheck } from './diagnostics.ts'
export { formatCode } from './edit-commands.ts'

/** The key itself is shown before the names that fit it. */
const soonMs = 8

type Reported = { names: () => NameCatalog; onAnnounce: (message: string) => void }

/** All that typing does not wait for: names of the database, hints, find and replace, marks. */
export function editorTools({ names, onAnnounce }: Reported): Extension {
  const catalog = rememberedCatalog(names)
  return [
    namesAndMarks(catalog),
    closeBeforeRuns,
    editCommands({ catalog, onAnnounce }),
    searchPanel,
    highlightSelectionMatches(),
    keymap.of([...searchKeymap, ...lintKeymap]),
  ]
}

/** The tools of a field in a form. */
export const fieldTools = (names: () => NameCatalog): Extension =>
  namesAndMarks(rememberedCatalog(names))

function namesAndMarks(catalog: () => Catalog): Extension {
  return [
    askForNames,
    autocompletion({
      icons: false,
      override: [completeFrom(catalog)],
      activateOnTypingDelay: soonMs,
      tooltipClass: () => 'cm-names',
    }),
    closeBrackets(),
    hints(catalog),
    runMarks,
    keymap.of(closeBracketsKeymap),
  ]
}

const close = (view: EditorView): boolean => {
  closeCompletion(view)
  return false
}

/** Closes the completion list before a run. */
const closeBeforeRuns = Prec.highest(
  keymap.of([
    { key: 'Mod-Enter', run: close, shift: close },
    { key: 'Mod-Alt-Enter', run: close },
  ]),
)

/** Names are indexed once for each answer of the server. */
function rememberedCatalog(names: () => NameCatalog): () => Catalog {
  let of: NameCatalog | undefined
  let catalog: Catalog | undefined
  return () => {
    const now = names()
    if (catalog === undefined || of !== now) {
      of = now
      catalog = new Catalog(now)
    }
    return catalog
  }
}
