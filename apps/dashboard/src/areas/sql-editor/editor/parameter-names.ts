import { type EditorState, type Extension, Prec, StateEffect, StateField } from '@codemirror/state'
import { type Command, keymap } from '@codemirror/view'

const ask = StateEffect.define<number>()

/** Where names were asked for by a key; null once something else happens there. */
const requestedAt = StateField.define<number | null>({
  create: () => null,
  update(position, { effects, docChanged, selection }) {
    const requested = effects.find((effect) => effect.is(ask))
    if (requested !== undefined) return requested.value
    return docChanged || selection !== undefined ? null : position
  },
})

export const isAsked = (state: EditorState, position: number): boolean =>
  state.field(requestedAt, false) === position

/**
 * CodeMirror's own command opens a list 50 ms after its key, however soon the names are there;
 * what is typed has a delay that can be set. So this asks as if something had been typed.
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
