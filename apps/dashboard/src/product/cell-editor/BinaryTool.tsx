import { Download, Upload } from 'lucide-react'
import { useRef, useState } from 'react'

import { formatBytes } from '../../lib/format/format-bytes.ts'
import { Button } from '../../ui/Button.tsx'
import { bytesToText, largestFile, textToBytes } from './binary-text.ts'
import type { ToolProps } from './cell-tools.ts'

/** Reads the bytes from a file, and saves them as one. */
export function BinaryTool({ column, field }: ToolProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string>()
  const { value } = field

  async function read(file: File) {
    if (file.size > largestFile) {
      setRefusal(`${file.name} has ${formatBytes(file.size)}; the limit is 8 MB`)
      return
    }
    field.take(bytesToText(new Uint8Array(await file.arrayBuffer())))
  }

  return (
    <div className="flex flex-col gap-1.5 border-t border-line p-1.5">
      <p className="px-1 text-xs text-ink-soft">{summarize(value)}</p>
      <div className="flex flex-wrap gap-1">
        <Button size="small" icon={Upload} data-tool-start onClick={() => chooser.current?.click()}>
          Upload file
        </Button>
        <Button
          size="small"
          icon={Download}
          disabledReason={value === null ? 'The value is empty' : undefined}
          onClick={() => value !== null && download(value, `${column.name}.bin`)}
        >
          Download
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label={`File for ${column.name}`}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file !== undefined) void read(file)
          }}
        />
      </div>
      {refusal !== undefined && (
        <p role="alert" className="px-1 text-xs text-bad">
          {refusal}
        </p>
      )}
    </div>
  )
}

const shownDigits = 48

/** Size and first bytes. */
export function summarize(value: string | null): string {
  if (value === null) return 'NULL'
  if (!value.startsWith(String.raw`\x`)) return 'In escape format'
  const size = formatBytes((value.length - 2) / 2)
  const digits = value.slice(2, 2 + shownDigits).replaceAll(/../gu, '$& ')
  return `${size}${digits === '' ? '' : `: ${digits.trim()}`}${value.length > shownDigits + 2 ? ' …' : ''}`
}

function download(value: string, name: string) {
  const blob = new Blob([textToBytes(value) ?? value])
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
