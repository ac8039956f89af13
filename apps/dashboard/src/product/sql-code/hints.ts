import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state'
import { type Command, hoverTooltip, keymap, showTooltip, type Tooltip } from '@codemirror/view'

import type { Catalog } from './completion/catalog.ts'
import { type Call, callAt, type Description, describeAt } from './completion/describe.ts'
import { codePlaceOf } from './place-in-body.ts'

/** The definition of a name on hover or by key, and the signature of a call. */
export function hints(catalog: () => Catalog): Extension {
  const shown = hintField(catalog)
  const ask: Command = (view) => {
    view.dispatch({ effects: requested.of(view.state.selection.main.head) })
    return view.state.field(shown) !== null
  }
  const close: Command = (view) => {
    if (view.state.field(shown, false) === null) return false
    view.dispatch({ effects: requested.of(null) })
    return true
  }
  return [
    shown,
    hoverTooltip((view, position) => {
      const place = codePlaceOf(view.state, position)
      const found = describeAt(place, catalog())
      return found === undefined ? null : describing(found, place)
    }),
    keymap.of([
      { key: 'Mod-Shift-Space', run: ask },
      { key: 'Escape', run: close },
    ]),
  ]
}

/** The requested position, or null to close. */
const requested = StateEffect.define<number | null>()

function hintField(catalog: () => Catalog) {
  return StateField.define<Tooltip | null>({
    create: () => null,
    update(value, transaction) {
      const { effects, state, docChanged, selection, changes } = transaction
      const question = effects.find((effect) => effect.is(requested))
      if (question !== undefined) {
        return question.value === null ? null : hintAt(state, question.value, catalog())
      }
      if (!docChanged && selection === undefined) return value
      let isStarted = false
      changes.iterChanges((...change) => {
        const text = change[4].toString()
        isStarted ||= /^[(,]/u.test(text)
      })
      if (value === null && !(isStarted && transaction.isUserEvent('input'))) return null
      const place = codePlaceOf(state, state.selection.main.head)
      const call = callAt(place, catalog())
      return call === undefined ? null : signature(call, place)
    },
    provide: (field) => showTooltip.from(field),
  })
}

function hintAt(state: EditorState, position: number, catalog: Catalog): Tooltip | null {
  const place = codePlaceOf(state, position)
  const found = describeAt(place, catalog)
  if (found !== undefined) return describing(found, place)
  const call = callAt(place, catalog)
  return call === undefined ? null : signature(call, place)
}

type Shifted = { shift: number }

const describing = ({ from, to, lines, comment }: Description, { shift }: Shifted): Tooltip => ({
  // A name of the frame is not in the editor.
  pos: Math.max(0, from - shift),
  end: Math.max(0, to - shift),
  above: true,
  create: () => {
    const dom = box()
    for (const line of lines) dom.append(element('div', 'cm-hint-name', line))
    if (comment !== null) dom.append(element('div', 'cm-hint-comment', comment))
    return { dom }
  },
})

const signature = ({ open, name, signatures, argument }: Call, { shift }: Shifted): Tooltip => ({
  pos: Math.max(0, open - shift),
  above: true,
  create: () => {
    const dom = box()
    for (const { parameters, result } of fitting(signatures, argument).slice(0, 4)) {
      const line = element('div', 'cm-hint-name', `${name}(`)
      for (const [place, parameter] of parameters.entries()) {
        if (place > 0) line.append(', ')
        line.append(element(isNow(parameters, place, argument) ? 'strong' : 'span', '', parameter))
      }
      line.append(`)${result === null ? '' : ` → ${result}`}`)
      dom.append(line)
    }
    return { dom }
  },
})

const isVariadic = (parameter: string | undefined) => parameter?.startsWith('VARIADIC') === true

/** The variadic last parameter takes all further arguments. */
const isNow = (parameters: readonly string[], place: number, argument: number): boolean =>
  place === argument || (isVariadic(parameters[place]) && argument > place)

function fitting(signatures: Call['signatures'], argument: number): Call['signatures'] {
  const taking = signatures.filter(
    ({ parameters }) => parameters.length > argument || isVariadic(parameters.at(-1)),
  )
  return taking.length === 0 ? signatures : taking
}

function box(): HTMLElement {
  const dom = element('div', 'cm-hint', '')
  dom.setAttribute('role', 'status')
  return dom
}

function element(name: string, className: string, text: string): HTMLElement {
  const dom = document.createElement(name)
  dom.className = className
  dom.textContent = text
  return dom
}
