import type { SupportAttachment, SupportRequest } from '@basalt/contract/support'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { formatBytes } from '../../lib/format/format-bytes.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Time } from '../../ui/Time.tsx'
import { saveFile } from './read-file.ts'
import { categoryLabel } from './request-labels.ts'

type File = SupportAttachment & { data: string }

type Props = {
  request: SupportRequest
  /** The displayed author: "You", or an address. */
  author: string
  readFile: (id: string) => Promise<File>
}

/** The request with its files, and all further messages. */
export function RequestView({ request, author, readFile }: Props) {
  const { message, created_at: at, attachments, messages } = request
  return (
    <>
      <Facts request={request} />
      <ol aria-label="Conversation" className="flex flex-col gap-3">
        <Said who={author} at={at} text={message}>
          {attachments.length > 0 && (
            <ul aria-label="Attachments" className="flex flex-wrap gap-2 pt-3">
              {attachments.map((file) => (
                <li key={file.id}>
                  <Attachment file={file} readFile={readFile} />
                </li>
              ))}
            </ul>
          )}
        </Said>
        {messages.map(({ id, from, text, created_at: said }) => (
          <Said
            key={id}
            isSupport={from === 'support'}
            who={from === 'support' ? 'Support' : author}
            at={said}
            text={text}
          />
        ))}
      </ol>
    </>
  )
}

function Facts({ request }: { request: SupportRequest }) {
  const { organization, project, affected_services: services, client_library: library } = request
  const facts: [string, string | null][] = [
    ['Category', categoryLabel(request.category)],
    ['Severity', request.severity],
    ['Organization', organization?.name ?? null],
    ['Project', project?.name ?? null],
    ['Affected services', services.length === 0 ? null : services.join(', ')],
    ['Client library', library],
    ['Request ID', request.sid],
    [
      'Access',
      organization === null
        ? null
        : request.allows_access
          ? 'Support can access the organization'
          : 'Not allowed',
    ],
  ]
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(140px,1fr))] gap-x-6 gap-y-3">
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name} className="flex min-w-0 flex-col">
            <dt className="text-xs text-ink-faint">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

type AnnouncementProps = {
  who: string
  at: string
  text: string
  isSupport?: boolean
  children?: ReactNode
}

const Said = ({ who, at, text, isSupport = false, children }: AnnouncementProps) => (
  <li className={isSupport ? 'border-l-2 border-accent pl-3' : ''}>
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pt-3 pb-1">
        <span className="font-medium break-all">{who}</span>
        <span className="text-xs text-ink-faint">
          <Time at={at} />
        </span>
      </div>
      <CardBody>
        <div className="break-words whitespace-pre-wrap text-ink-soft">
          {text}
          {children}
        </div>
      </CardBody>
    </Card>
  </li>
)

function Attachment({ file, readFile }: { file: SupportAttachment } & Pick<Props, 'readFile'>) {
  const load = useMutation({
    mutationFn: () => readFile(file.id),
    onSuccess: saveFile,
    onError: (error) => notify.error(error.message),
  })
  return (
    <Button icon={Download} isPending={load.isPending} onClick={() => load.mutate()}>
      <span className="max-w-56 truncate">{file.name}</span>
      <span className="text-xs text-ink-faint">{formatBytes(file.size_bytes)}</span>
    </Button>
  )
}
