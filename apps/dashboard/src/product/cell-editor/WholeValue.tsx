import { buildPath } from '@basalt/contract/client'
import { databaseCellFiles } from '@basalt/contract/database/cell-files'
import type { Column, TableDetail } from '@basalt/contract/database/tables'
import { ApiError } from '@basalt/contract/errors'
import type { CellEditorProps } from '@basalt/data-grid/editor-props'
import { EditorBox } from '@basalt/data-grid/EditorBox'
import { keepInView } from '@basalt/data-grid/keep-in-view'
import { Download } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'

import { Button, buttonClass } from '../../ui/Button.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { BinaryTool } from './BinaryTool.tsx'

type Scope = { projectRef: string; table: TableDetail; column: Column; rowKey: readonly string[] }

/** The download address of a value of any size. */
export function cellFileHref({ projectRef, table, column, rowKey }: Scope): string {
  const path = buildPath(databaseCellFiles.read, { ref: projectRef, id: String(table.id) })
  const words = new URLSearchParams({ column: column.name, key: JSON.stringify(rowKey) })
  return `${path}?${words.toString()}`
}

type NoticeProps = Scope & { edit: CellEditorProps['edit']; error: Error | null }

/** Shown while a long value is loaded, and when it is too long to be edited. */
export function FullNotice({ edit, error, ...scope }: NoticeProps) {
  if (error === null)
    return (
      <output
        ref={keepInView}
        className="grid-attached flex animate-fade-in items-center gap-2 rounded-control border border-line-strong bg-raised px-3 py-2 shadow-raised"
      >
        <progress aria-label="Loading the full value" className="w-24" />
        Loading the full value. Press Escape to cancel
      </output>
    )
  const isTooLarge = error instanceof ApiError && error.code === 413
  return (
    <div
      role="alert"
      ref={keepInView}
      className="grid-attached flex animate-fade-in flex-col gap-2 rounded-card border border-line-strong bg-raised p-3 shadow-raised"
    >
      <p>
        {isTooLarge
          ? 'This value is larger than 8 MB. Download it, or change it with SQL'
          : `The value could not be loaded. ${error.message}`}
      </p>
      <div className="flex justify-end gap-2">
        <Button size="small" variant="ghost" onClick={() => edit.close('stay')}>
          Close
        </Button>
        {isTooLarge && (
          <a
            ref={focusOnMount}
            href={cellFileHref(scope)}
            download
            className={buttonClass({ size: 'small', variant: 'primary' })}
          >
            <Download />
            Download
          </a>
        )}
      </div>
    </div>
  )
}

type BinaryProps = Pick<
  CellEditorProps,
  'edit' | 'label' | 'value' | 'isNullable' | 'onSave' | 'onDefault'
> & { projectRef: string; column: Column }

/** Bytes too many to be typed: they are replaced by a file, or taken away. */
export function BinaryEditor(props: BinaryProps) {
  const { edit, value, onSave, onDefault } = props
  const isDone = useRef(false)
  function end(work?: () => void) {
    if (isDone.current) return
    isDone.current = true
    edit.close('stay', work !== undefined)
    work?.()
  }
  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.key === 'Escape') end()
  }
  const take = (next: string | null) => end(() => onSave(next))

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its buttons
    <section ref={focusFirst} aria-label={props.label} onKeyDown={onKeyDown}>
      <EditorBox isWide onLeave={() => end()}>
        <BinaryTool
          projectRef={props.projectRef}
          column={props.column}
          field={{ value, stored: value, change: take, take, end: (_, store) => end(store) }}
        />
        <div className="flex gap-1 p-1.5 pt-0">
          {props.isNullable && (
            <Button size="small" variant="ghost" onClick={() => take(null)}>
              Set to NULL
            </Button>
          )}
          {onDefault !== undefined && (
            <Button size="small" variant="ghost" onClick={() => end(onDefault)}>
              Set to the default
            </Button>
          )}
        </div>
      </EditorBox>
    </section>
  )
}

const focusFirst = (box: HTMLElement | null) => box?.querySelector('button')?.focus()
