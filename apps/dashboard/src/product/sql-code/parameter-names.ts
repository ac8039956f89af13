import { type EditorState, type Extension, Prec, StateEffect, StateField } from '@codemirror/state'
import { type Command, keymap } from '@codemirror/view'

const ask = StateEffect.define<number>()

/** The position of a completion request by key; null once something else happens. */
const requestedAt = StateField.define<number | null>({
  create: () => null,
  update(position, { effects, docChanged, selection }) {
    const requested = effects.find((effect) => effect.is(ask))
    if (requested !== undefined) return requested.value
    return docChanged || selection !== undefined ? null : position
  },
})

export const isRequestedAt = (state: EditorState, position: number): boolean =>
  state.field(requestedAt, false) === position

/**
 * CodeMirror's own command opens a list 50 ms after its key, even when the names are ready; the
 * delay after typing is configurable. So this simulates typing.
 */
const askNow: Command = (view) => {
  const effects = ask.of(view.state.selection.main.head)
  view.dispatch({ effects, userEvent: 'input.type' })
  return true
}

/** To stand before `autocompletion`, whose keys these are. */
export const askForNames: Extension = [
  requestedAt,
  Prec.highest(
    keymap.of([
      { key: 'Ctrl-Space', run: askNow },
      { mac: 'Alt-`', run: askNow },
      { mac: 'Alt-i', run: askNow },
    ]),
  ),
]
