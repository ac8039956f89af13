import type { TableDetail } from '@basalt/contract/database/tables'
import { ApiError } from '@basalt/contract/errors'
import type { RowView } from '@basalt/pg-model'
import { type FormEvent, useEffect, useRef, useState } from 'react'

import { notify } from '../../../lib/browser/toast.ts'
import { plainKey } from '../../../product/row-changes/key-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { focusOnMount } from '../../../ui/focus.ts'
import { Input, Select } from '../../../ui/Input.tsx'
import { ToolPopover } from '../../../ui/ToolPopover.tsx'
import type { Anchor } from '../rows/row-window.ts'
import { anchorOfKey, type Sought } from './anchor-of-key.ts'
import { type Landing, landingAtKey, landingAtValue } from './landing.ts'

type Props = {
  projectRef: string
  table: TableDetail
  view: RowView
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onJump: (anchor: Anchor) => void
}

type By = 'row' | 'key' | 'value'

/** Jumps to a row number, a key, or a value of the order. */
export function GoTo({ table, isOpen, onOpenChange, ...rest }: Props) {
  return (
    <ToolPopover
      label="Go to a row"
      width="w-[300px]"
      side="top"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      trigger={
        <Button size="small" variant="ghost" keys="mod+g" tooltip="Go to a row">
          Go to…
        </Button>
      }
    >
      <JumpForm
        {...rest}
        table={table}
        onJump={(anchor) => {
          onOpenChange(false)
          rest.onJump(anchor)
        }}
      />
    </ToolPopover>
  )
}

type FormProps = Omit<Props, 'isOpen' | 'onOpenChange'>

function JumpForm(props: FormProps) {
  const { table, view } = props
  const [by, setBy] = useState<By>('row')
  const [texts, setTexts] = useState<readonly string[]>([])
  const { fault, isPending, jump, forget: discard } = useJump(props)
  const sorted = view.sort?.[0]?.column
  const columnChoices = waysTo(table, sorted)
  const fields = listFields(by, table, sorted)
  const values = fields.map((_, at) => texts[at] ?? '')

  function submit(event: FormEvent) {
    event.preventDefault()
    void jump(by, values)
  }

  return (
    <form aria-label="Go to a row" className="flex flex-col gap-2 p-3" onSubmit={submit}>
      <Select
        aria-label="Go by"
        value={by}
        onChange={(event) => {
          setBy(columnChoices.find(({ id }) => id === event.target.value)?.id ?? 'row')
          setTexts([])
          discard()
        }}
      >
        {columnChoices.map(({ id, words }) => (
          <option key={id} value={id}>
            {words}
          </option>
        ))}
      </Select>
      {fields.map((label, at) => (
        <Input
          key={`${by} ${label}`}
          ref={at === 0 ? focusOnMount : null}
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          spellCheck={false}
          inputMode={by === 'row' ? 'numeric' : undefined}
          className="font-mono text-xs"
          aria-invalid={fault !== undefined || undefined}
          value={values[at]}
          onChange={(event) => setTexts(values.with(at, event.target.value))}
        />
      ))}
      {fault !== undefined && (
        <p role="alert" className="text-bad">
          {fault}
        </p>
      )}
      <Button type="submit" variant="primary" className="self-end" isPending={isPending}>
        Go
      </Button>
    </form>
  )
}

function useJump({ projectRef, table, view, onJump }: FormProps) {
  const [fault, setFault] = useState<string>()
  const [isPending, setIsPending] = useState(false)
  const request = useRef<AbortController>(null)
  // Closing the form aborts the jump.
  useEffect(() => () => request.current?.abort(), [])

  async function jump(by: By, values: readonly string[]) {
    request.current?.abort()
    setFault(undefined)
    if (by === 'row') jumpToRow(values[0] ?? '')
    else await ask(by, values)
  }

  function jumpToRow(text: string) {
    const number = fullNumber(text.trim())
    if (Number.isSafeInteger(number) && number > 0) onJump({ at: 'number', number })
    else setFault('Enter a whole number of 1 or more')
  }

  async function ask(by: 'key' | 'value', values: readonly string[]) {
    const controller = new AbortController()
    request.current = controller
    const { signal } = controller
    setIsPending(true)
    try {
      const found = await placeOf(by, { projectRef, table, view, values, signal })
      if (signal.aborted) return
      if (found === undefined) setFault('No row in this view has this key')
      else {
        onJump(found.anchor)
        if (found.notice !== undefined) notify.info(found.notice)
      }
    } catch (error) {
      if (signal.aborted) return
      setFault(error instanceof ApiError ? error.message : String(error))
    }
    setIsPending(false)
  }

  return { fault, isPending, jump, forget: () => setFault(undefined) }
}

/** Undefined for a key that no row has, in an order in which it has no place then. */
async function placeOf(by: 'key' | 'value', search: Sought): Promise<Landing | undefined> {
  const sorted = search.view.sort?.[0]?.column
  if (by === 'value' && sorted !== undefined) return landingAtValue(search, sorted)
  // In the key's own order a place is found also where no row has just this key.
  if (sorted === undefined) return landingAtKey({ ...search, values: filled(search.values) })
  const anchor = await anchorOfKey(search)
  return anchor && { anchor }
}

/** A number in digits, as people group them in one country or another; else NaN. */
const fullNumber = (text: string): number =>
  /^\d+$|^\d{1,3}(?:[\s,.'’]\d{3})+$/u.test(text) ? Number(text.replaceAll(/\D/gu, '')) : Number.NaN

function waysTo(table: TableDetail, sorted: string | undefined): { id: By; words: string }[] {
  const key = plainKey(table.key)
  return [
    { id: 'row', words: 'Row number' },
    ...(key.length > 0 ? [{ id: 'key' as const, words: `Key: ${key.join(', ')}` }] : []),
    ...(sorted === undefined ? [] : [{ id: 'value' as const, words: `Value of ${sorted}` }]),
  ]
}

function listFields(by: By, { key }: TableDetail, sorted: string | undefined): readonly string[] {
  if (by === 'key') return plainKey(key)
  return by === 'value' && sorted !== undefined ? [sorted] : ['Row number']
}

/** Values up to the first field that was left empty: the beginning of a key is a place too. */
function filled(values: readonly string[]): string[] {
  const end = values.indexOf('', 1)
  return end === -1 ? [...values] : values.slice(0, end)
}
