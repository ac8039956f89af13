import type { ReferenceCandidate } from '@basalt/contract/database/references'
import type { Column } from '@basalt/contract/database/tables'
import type { EditedField } from '@basalt/data-grid/editor-props'
import type { EditEnd } from '@basalt/data-grid/grid-types'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { keyNames } from '../../lib/browser/shortcuts.ts'
import type { AdjacentRow } from './cell-tools.ts'
import { type RequestedRows, candidatesQuery } from './reference-candidates.ts'
import { listWrites } from './reference-key.ts'
import { valueProblem } from './value-checks.ts'

type Position = {
  column: Column
  /** Null where its rows cannot be looked for. */
  rows: Omit<RequestedRows, 'search'> | null
  field: EditedField
  adjacent?: AdjacentRow | undefined
  /** How the edit was ended before this was here. */
  ended?: EditEnd | undefined
}

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey'>

/** What became of a key that ends the edit, said of the text that stood there. */
type Said = { of: string; words: string; isRefusal: boolean }

const keyByEnd = { down: 'Enter', next: 'Tab', previous: 'Tab' } as const

const getEnd = ({ key, shiftKey }: Pressed): EditEnd =>
  key === 'Enter' ? 'down' : shiftKey ? 'previous' : 'next'

/**
 * What is typed where rows of a foreign key are looked for may be a search: Enter and Tab store
 * a key that is typed whole, else the one row that is found, and nothing where several are or
 * none is. A text that can be a key waits for no answer, or quick keys would run into each
 * other: where none is there yet it is stored as it is, and the database tells whether it is
 * one. Other words wait, and give way to whatever is typed meanwhile.
 *
 * @returns what there is to say about it.
 */
export function useRowOnEnter(
  tool: RefObject<HTMLElement | null>,
  { column, rows, field, adjacent, ended }: Position,
): Said | undefined {
  const client = useQueryClient()
  const [said, setAnnounced] = useState<Said>()
  const turn = useRef(0)
  const { isOwn, pressAgain } = usePresses()
  const store = useEffectEvent((found: FoundRow, area: HTMLElement, pressed: Pressed) => {
    const taking = { pressed, isInForm: isInForm(area) }
    const isTaken = takeRow({ column, field, adjacent }, found, taking)
    if (!isTaken) pressAgain(area, pressed)
  })
  const requested = (search: string) => rows && { ...rows, search }
  const end = useEffectEvent(async (area: HTMLElement, pressed: Pressed, typed: string) => {
    const own = (turn.current += 1)
    setAnnounced({ of: typed, words: `Looking for “${typed}”…`, isRefusal: false })
    const found = await rowFor(client, requested(typed), typed)
    if (own !== turn.current) return
    setAnnounced(undefined)
    take(found, area, pressed)
  })
  function take(found: Found, area: HTMLElement, pressed: Pressed) {
    if ('value' in found) store(found, area, pressed)
    else setAnnounced({ of: found.of, words: getRefusal(found, area), isRefusal: true })
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target: area, key } = event
    if (isOwn.current || modifiers.has(key)) return
    turn.current += 1
    const typed = searchIn(field)
    if (!(area instanceof HTMLTextAreaElement) || !isEnd(event) || typed === undefined) return
    if (key === 'Tab' && isInForm(area)) return
    const known = isValue(column, typed) ? knownRow(client, requested(typed), typed) : undefined
    if (known !== undefined && 'value' in known && known.value === typed) return
    event.preventDefault()
    event.stopPropagation()
    if (known === undefined) void end(area, event, typed)
    else take(known, area, event)
  })
  const endAhead = useEffectEvent((area: HTMLElement | null | undefined) => {
    if (ended === undefined || ended === 'stay' || area === null || area === undefined) return
    const pressed = { key: keyByEnd[ended], shiftKey: ended === 'previous' }
    const typed = searchIn(field)
    if (typed === undefined) pressAgain(area, pressed)
    else void end(area, pressed, typed)
  })
  useEffect(() => {
    const box = tool.current?.closest<HTMLElement>('[data-editor], [data-column]')
    const listener = (event: KeyboardEvent) => onKey(event)
    // Ahead of the field, whose editor stores what it holds.
    box?.addEventListener('keydown', listener, { capture: true })
    // The key comes after the drawing, as others do.
    const ahead = setTimeout(() => endAhead(box?.querySelector('textarea')))
    return () => {
      turn.current += 1
      clearTimeout(ahead)
      box?.removeEventListener('keydown', listener, { capture: true })
    }
  }, [tool])
  return said?.of === field.value ? said : undefined
}

type Taking = { pressed: Pressed; isInForm: boolean }

/** @returns whether that is all; else the key stores what the field holds now. */
function takeRow(
  position: Pick<Position, 'column' | 'field' | 'adjacent'>,
  { row, value }: FoundRow,
  taking: Taking,
): boolean {
  const { field } = position
  const write = row && listWrites(position, row)
  if (write !== undefined) field.end(getEnd(taking.pressed), write)
  // A form is not stored with one of its fields.
  else if (taking.isInForm) field.take(value)
  else {
    // Drawn at once: the key stores what the field holds.
    flushSync(() => field.change(value))
    return false
  }
  return true
}

/** Presses keys once more, and tells which presses are its own. */
function usePresses() {
  const isOwn = useRef(false)
  function pressAgain(area: HTMLElement, { key, shiftKey }: Pressed) {
    const event = { key, shiftKey, bubbles: true, cancelable: true }
    isOwn.current = true
    area.dispatchEvent(new KeyboardEvent('keydown', event))
    isOwn.current = false
  }
  return { isOwn, pressAgain }
}

const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph'])

/** Of a key that stores what is in the field, and does not insist on the text as it is. */
const isEnd = (event: KeyboardEvent): boolean =>
  (event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey)) &&
  !event.isComposing &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey

const searchIn = ({ value, stored }: EditedField): string | undefined =>
  value === null || value === '' || value === stored ? undefined : value

const isInForm = (area: HTMLElement): boolean => area.closest('[data-editor]') === null

/** Whether a text can be a key, as far as the browser can tell. */
const isValue = (column: Column, text: string): boolean => valueProblem(column, text) === undefined

/** What a text stands for: itself, or the one row that it finds. */
type FoundRow = { of: string; value: string; row?: ReferenceCandidate }

/** What a search comes down to; without a value, whether any row was found. */
type Found = FoundRow | { of: string; isAny: boolean }

async function rowFor(
  client: QueryClient,
  requested: RequestedRows | null,
  search: string,
): Promise<Found> {
  if (requested === null) return { of: search, value: search }
  try {
    return foundIn(await client.fetchInfiniteQuery(candidatesQuery(requested)), search)
  } catch {
    // Where rows cannot be looked for, the database tells whether there is one.
    return { of: search, value: search }
  }
}

/** The same of an answer that is there already; without one the text stands for itself. */
function knownRow(client: QueryClient, requested: RequestedRows | null, search: string): Found {
  const known = requested && client.getQueryData(candidatesQuery(requested).queryKey)
  return known ? foundIn(known, search) : { of: search, value: search }
}

type Page = { candidates: readonly ReferenceCandidate[]; next: string | null }

function foundIn({ pages }: { pages: readonly Page[] }, search: string): Found {
  const rows = pages.flatMap(({ candidates }) => candidates)
  const [only, ...others] = rows
  if (rows.some(({ value }) => value === search)) return { of: search, value: search }
  const isSole = only !== undefined && others.length === 0 && pages.at(-1)?.next === null
  return isSole
    ? { of: search, value: only.value, row: only }
    : { of: search, isAny: only !== undefined }
}

function getRefusal({ isAny }: { isAny: boolean }, area: HTMLElement): string {
  if (isAny) return 'Several rows match, so nothing was saved. Choose one with the arrow keys'
  const asTyped = isInForm(area) ? '' : `. ${keyNames('mod+enter').join('+')} saves it as typed`
  return `No matching row, so nothing was saved${asTyped}`
}
