import { ApiError } from '@basalt/contract/errors'
import { support, type SupportAttachment, supportLimits } from '@basalt/contract/support'
import { useMutation } from '@tanstack/react-query'
import { Paperclip, X } from 'lucide-react'
import { useRef, useState } from 'react'

import { formatBytes } from '../../lib/format/format-bytes.ts'
import { call } from '../../lib/network/api.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { readFile } from './read-file.ts'

type Props = {
  files: readonly SupportAttachment[]
  error: string | undefined
  onAdd: (file: SupportAttachment) => void
  onRemove: (id: string) => void
}

const { attachments: most, attachmentBytes } = supportLimits

/** Files are sent as they are chosen, so a form that fails later still has them. */
export function AttachmentField({ files, error, onAdd, onRemove }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const send = useMutation({
    mutationFn: async (chosen: readonly File[]) => {
      for (const file of chosen) onAdd(await upload(file))
    },
    onError: (failure) => setProblem(failure.message),
  })
  const choose = (chosen: readonly File[]) => {
    const found = getProblem(chosen, files.length)
    setProblem(found)
    if (found === undefined && chosen.length > 0) send.mutate(chosen)
  }
  const isFull = files.length >= most

  return (
    <Field
      label="Attachments"
      hint="Optional"
      error={problem ?? error}
      help={`Up to ${most} images, texts or logs, ${formatBytes(attachmentBytes)} each. Remove passwords and personal data first.`}
    >
      {(control) => (
        <div className="flex flex-col gap-2">
          <Files files={files} onRemove={onRemove} />
          <input
            {...control}
            ref={input}
            type="file"
            multiple
            tabIndex={-1}
            accept="image/png,image/jpeg,image/gif,image/webp,text/*,.log,.txt,.csv,.json,.sql"
            className="sr-only"
            onChange={({ target }) => {
              choose([...(target.files ?? [])])
              // The same file can be chosen again after it was removed.
              target.value = ''
            }}
          />
          <Button
            className="self-start"
            icon={Paperclip}
            isPending={send.isPending}
            disabledReason={isFull ? `You reached the limit of ${most} files` : undefined}
            onClick={() => input.current?.click()}
          >
            {send.isPending ? 'Attaching' : 'Attach files'}
          </Button>
        </div>
      )}
    </Field>
  )
}

async function upload(file: File): Promise<SupportAttachment> {
  try {
    const data = await readFile(file)
    return await call(support.attach, { body: { name: file.name, data } })
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause
    // Several uploads may run: the message names the failed one.
    throw new ApiError('invalid_request', `${file.name}: ${cause.message}`, { cause })
  }
}

function getProblem(chosen: readonly File[], attached: number): string | undefined {
  if (attached + chosen.length > most) return `Attach at most ${most} files`
  const large = chosen.find(({ size }) => size > attachmentBytes)
  return large && `${large.name} is larger than ${formatBytes(attachmentBytes)}`
}

function Files({ files, onRemove }: Pick<Props, 'files' | 'onRemove'>) {
  if (files.length === 0) return null
  return (
    <ul className="flex flex-col gap-1">
      {files.map(({ id, name, size_bytes: bytes }) => (
        <li
          key={id}
          className="flex items-center gap-2 rounded-control border border-line bg-canvas pl-2"
        >
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <span className="flex-none text-xs text-ink-faint">{formatBytes(bytes)}</span>
          <IconButton icon={X} label={`Remove ${name}`} onClick={() => onRemove(id)} />
        </li>
      ))}
    </ul>
  )
}
