import type { NameCatalog } from '@basalt/pg-model'
import { clsx } from 'clsx'
import { type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react'

import { inputClass } from '../../ui/Input.tsx'
import { createField, type FieldView } from './field-view.ts'
import type { CodeBody, CodeFrame } from './position-of.ts'

export type CodeFieldProps = {
  id: string
  label: string
  value: string
  onChange: (text: string) => void
  /** Names for completion; undefined until they are loaded. */
  names: NameCatalog | undefined
  /** SQL around an expression, so that its names are known. */
  frame?: CodeFrame | undefined
  /** The text is the body of a function. */
  body?: CodeBody | undefined
  /** A refusal of PostgreSQL, at an offset in the text. */
  fault?: { position: number; message: string } | undefined
  isInvalid: boolean
  placeholder?: string | undefined
  /** The height of an empty field in lines. */
  rows: number
  /** Whether it replaces a field that has the focus. */
  takesFocus: () => boolean
  handle?: RefObject<CodeFieldHandle | null> | undefined
}

export type CodeFieldHandle = {
  /** Replaces the selection, and goes on after the inserted text. */
  insert: (text: string) => void
}

/** SQL in a form, with colours, completion and marks of errors. */
export function CodeField(props: CodeFieldProps) {
  const { id, label, value, names, frame, fault, isInvalid, rows } = props
  const host = useRef<HTMLDivElement>(null)
  const field = useRef<FieldView | null>(null)
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  useLayoutEffect(() => {
    if (host.current === null) return undefined
    const first = latest.current
    const created = createField(host.current, {
      text: first.value,
      label: first.label,
      placeholder: first.placeholder ?? '',
      hasLineNumbers: first.rows > 4,
      onChange: (text) => latest.current.onChange(text),
    })
    field.current = created
    if (first.takesFocus()) created.focus()
    return () => {
      created.destroy()
      field.current = null
    }
  }, [])
  useImperativeHandle(props.handle, () => ({ insert: (text) => field.current?.insert(text) }))
  // Layout effects, because those run again for a field that React created again.
  useLayoutEffect(() => {
    // Another text than the typed one, such as that of a template.
    if (field.current !== null && field.current.text() !== value) field.current.replace(value)
  }, [value])
  useLayoutEffect(() => {
    if (names !== undefined) field.current?.setNames(names)
  }, [names])
  const { before = '', after = '' } = frame ?? {}
  useLayoutEffect(() => field.current?.setFrame({ before, after }), [before, after])
  const body = JSON.stringify(props.body)
  useLayoutEffect(() => {
    // Another object with the same names is the same body.
    field.current?.setBody(body === undefined ? undefined : latest.current.body)
  }, [body])
  useLayoutEffect(() => field.current?.setInvalid(isInvalid), [isInvalid])
  useMark(field, fault)
  return (
    <fieldset
      id={id}
      aria-label={label}
      className={clsx(
        inputClass('default', 'h-auto! px-0! focus-within:border-accent focus-within:outline-1'),
        isInvalid && 'border-bad! outline-bad',
      )}
    >
      <div
        ref={host}
        data-invalid={isInvalid || undefined}
        style={{ ['--editor-min-height' as string]: `${rows * 1.54 + 0.9}em` }}
      />
    </fieldset>
  )
}

function useMark(field: RefObject<FieldView | null>, fault: CodeFieldProps['fault']): void {
  const { position, message } = fault ?? {}
  useLayoutEffect(() => {
    const mark = position === undefined || message === undefined ? null : { position, message }
    void field.current?.mark(mark)
  }, [field, position, message])
}
