import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
  pickedCompletion,
} from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'

import { isWholeWord } from './completion/body-offers.ts'
import type { Catalog } from './completion/catalog.ts'
import { type Offer, offersAt } from './completion/offers.ts'
import { isRequestedAt } from './parameter-names.ts'
import { codePlaceOf } from './place-in-body.ts'

/** Completes names of the database and keywords. Lists open while a name is typed, or on demand. */
export function completeFrom(catalog: () => Catalog) {
  return ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const place = codePlaceOf(state, pos)
    const { from: start, offers, opens, isPartial } = offersAt(place, catalog())
    const from = start - place.shift
    const typed = state.sliceDoc(from, pos)
    const isRequested = explicit || isRequestedAt(state, pos)
    if (offers.length === 0 || (typed === '' && !isRequested && !opens)) return null
    const isProcedural = place.body?.isProcedural === true
    if (isProcedural && !isRequested && isWholeWord(typed)) return null
    const isQuoted = /^["']/u.test(typed)
    return {
      from,
      options: (isQuoted ? fitting(offers, typed) : offers).map((offer, rank) =>
        getCompletion(offer, rank),
      ),
      // A quote is no part of the label that CodeMirror would compare.
      filter: !isQuoted,
      ...(!isPartial &&
        !isQuoted && {
          validFor: (text: string) =>
            /^[\w$]*$/u.test(text) && !(isProcedural && isWholeWord(text)),
        }),
    }
  }
}

function fitting(offers: readonly Offer[], typed: string): Offer[] {
  const target = typed.slice(1).toLowerCase()
  return offers
    .filter(({ label }) => label.toLowerCase().replace(/^'/u, '').includes(target))
    .toSorted((one, other) => other.rank - one.rank)
    .map((offer) =>
      typed.startsWith('"') && !offer.insert?.includes('"')
        ? { ...offer, insert: `"${offer.label}"` }
        : offer,
    )
}

function getCompletion(offer: Offer, place: number): Completion {
  const { label, insert = label, kind, detail, comment, rank } = offer
  return {
    // By default, columns are in the order of their table.
    sortText: String(place).padStart(6, '0'),
    label,
    type: kind,
    boost: rank,
    ...(detail !== undefined && { detail }),
    ...(typeof comment === 'string' && { info: comment }),
    apply: (view, ...[completion, from, to]) => apply(view, { completion, insert, from, to }),
  }
}

type Applied = { completion: Completion; insert: string; from: number; to: number }

/** Writes it; between the parentheses of a call, and over the quote that closed by itself. */
function apply(view: EditorView, { completion, insert, from, to }: Applied): void {
  const typed = view.state.sliceDoc(from, to)
  const next = view.state.sliceDoc(to, to + 1)
  const end = /^["']/u.test(typed) && next === typed[0] ? to + 1 : to
  const isCall = insert.endsWith('(')
  const hasParenthesis = isCall && next === '('
  const text = hasParenthesis ? insert.slice(0, -1) : isCall ? `${insert})` : insert
  const transaction = insertCompletionText(view.state, text, from, end)
  const cursor = from + text.length - (isCall && !hasParenthesis ? 1 : 0)
  const isSingle = view.state.selection.ranges.length === 1
  view.dispatch({
    ...transaction,
    ...(isSingle && { selection: { anchor: cursor } }),
    annotations: pickedCompletion.of(completion),
  })
}
