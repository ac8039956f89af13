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
  /** Null when its rows cannot be searched. */
  rows: Omit<RequestedRows, 'search'> | null
  field: EditedField
  adjacent?: AdjacentRow | undefined
  /** The key that ended the edit before this was loaded. */
  ended?: EditEnd | undefined
}

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey'>

/** The result of a key that ends the edit, for the text at that time. */
type Said = { of: string; words: string; isRefusal: boolean }

const keyByEnd = { down: 'Enter', next: 'Tab', previous: 'Tab' } as const

const getEnd = ({ key, shiftKey }: Pressed): EditEnd =>
  key === 'Enter' ? 'down' : shiftKey ? 'previous' : 'next'

/**
 * Text for a foreign key may be a search: Enter and Tab save a complete key, else the only row
 * found, and nothing for several or none. Text that may be a key waits for no answer, which keeps
 * fast typing in order: without an answer yet it is saved as it is, and the database validates it.
 * Other words wait, and further typing cancels them.
 *
 * @returns the message about it.
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
    // Before the field, whose editor saves its text.
    box?.addEventListener('keydown', listener, { capture: true })
    // The key is replayed after rendering, like others.
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

/** @returns whether it is complete; otherwise the key saves the text of the field. */
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
    // Rendered synchronously: the key saves the text of the field.
    flushSync(() => field.change(value))
    return false
  }
  return true
}

/** Replays keys, and identifies its own events. */
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

/** Whether a key saves the text of the field after resolving it. */
const isEnd = (event: KeyboardEvent): boolean =>
  (event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey)) &&
  !event.isComposing &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey

const searchIn = ({ value, stored }: EditedField): string | undefined =>
  value === null || value === '' || value === stored ? undefined : value

const isInForm = (area: HTMLElement): boolean => area.closest('[data-editor]') === null

/** Whether a text may be a key, as far as the browser can tell. */
const isValue = (column: Column, text: string): boolean => valueProblem(column, text) === undefined

/** The meaning of a text: itself, or the only row that it finds. */
type FoundRow = { of: string; value: string; row?: ReferenceCandidate }

/** The result of a search; without a value, whether any row was found. */
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
    // When rows cannot be searched, the database validates the text.
    return { of: search, value: search }
  }
}

/** The same from a cached answer; without one the text stands for itself. */
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
