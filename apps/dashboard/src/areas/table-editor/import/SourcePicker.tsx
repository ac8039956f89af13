import { FileSpreadsheet } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'

import { formatBytes } from '../../../lib/format/format-bytes.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Textarea } from '../../../ui/Input.tsx'
import { pastedFile } from './import-request.ts'

type Props = { file: File | null; onChoose: (file: File | null) => void }

/** A file from the disk, or rows from the clipboard. */
export function SourcePicker({ file, onChoose }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const [text, setText] = useState('')
  usePastes(file === null, onChoose)

  if (file !== null) {
    return (
      <div className="flex items-center gap-3 rounded-control border border-line px-3 py-2">
        <FileSpreadsheet className="text-ink-faint" />
        <span className="min-w-0 flex-1 truncate">{file.name}</span>
        <span className="tabular text-xs text-ink-faint">{formatBytes(file.size)}</span>
        <Button size="small" onClick={() => onChoose(null)}>
          Choose another
        </Button>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col items-center gap-2 rounded-card border border-dashed border-line-strong px-4 py-6 text-center text-ink-soft">
        <label htmlFor={id}>Drop a CSV, TSV or JSON file here, or choose one</label>
        <input
          ref={input}
          id={id}
          type="file"
          className="sr-only"
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,text/csv,text/tab-separated-values,application/json"
          onChange={({ target }) => onChoose(target.files?.[0] ?? null)}
        />
        <Button icon={FileSpreadsheet} onClick={() => input.current?.click()}>
          Choose a file
        </Button>
      </div>
      <Field label="Or paste rows" help="From a spreadsheet, or as CSV or JSON.">
        {(control) => (
          <Textarea
            {...control}
            rows={6}
            className="font-mono text-xs"
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text/plain')
              // A field would be slow with many rows, which are not read there.
              if (text !== '' || !pasted.includes('\n')) return
              event.preventDefault()
              onChoose(pastedFile(pasted))
            }}
          />
        )}
      </Field>
      {text.trim() !== '' && (
        <Button className="self-start" onClick={() => onChoose(pastedFile(text))}>
          Use text
        </Button>
      )}
    </div>
  )
}

/** While no source is chosen a paste anywhere on the panel is imported. */
function usePastes(isRequested: boolean, onChoose: (file: File) => void) {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const { target, clipboardData } = event
    if (target instanceof Element && target.closest('textarea') !== null) return
    const text = clipboardData?.getData('text/plain') ?? ''
    const file = clipboardData?.files[0] ?? (text.trim() === '' ? undefined : pastedFile(text))
    if (file === undefined) return
    event.preventDefault()
    onChoose(file)
  })
  useEffect(() => {
    if (!isRequested) return undefined
    const onPaste = (event: ClipboardEvent) => take(event)
    window.addEventListener('paste', onPaste)
    return () => window.removeEventListener('paste', onPaste)
  }, [isRequested])
}
