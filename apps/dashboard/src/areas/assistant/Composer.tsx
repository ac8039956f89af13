import { assistantLimits } from '@basalt/contract/project/assistant'
import { ArrowUp, Square, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type Ref, useId } from 'react'

import { formatCount } from '../../lib/format/format.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { getQuestion } from './use-conversation.ts'

type Props = {
  text: string
  /** Attachments of the question, as Markdown. */
  attached: readonly string[]
  isAnswering: boolean
  ref: Ref<HTMLTextAreaElement>
  onType: (text: string) => void
  onDetach: (at: number) => void
  onSend: () => void
  onStop: () => void
}

const tooLong = `Questions are limited to ${formatCount(assistantLimits.text)} characters`

/** The field for questions. Unsent text is stored. */
export function Composer(props: Props) {
  const { text, attached, isAnswering, ref, onType, onDetach, onSend, onStop } = props
  const id = useId()
  const isEmpty = text.trim() === '' && attached.length === 0
  const isTooLong = getQuestion(text, attached).length > assistantLimits.text
  const reason = isEmpty ? 'Enter a question' : isTooLong ? tooLong : undefined
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isAnswering && reason === undefined) onSend()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    send(event)
  }
  return (
    <form onSubmit={send} className="flex flex-none flex-col gap-2 border-t border-line p-3">
      {attached.map((piece, at) => (
        <Attached key={at} text={piece} onRemove={() => onDetach(at)} />
      ))}
      {isTooLong && <p className="text-xs text-bad">{tooLong}</p>}
      <div className="assistant-field flex items-end gap-1.5 rounded-card border border-control bg-surface p-1.5">
        <label htmlFor={id} className="sr-only">
          Ask the assistant
        </label>
        <textarea
          id={id}
          ref={ref}
          rows={1}
          value={text}
          placeholder="Ask about this project"
          onChange={({ target }) => onType(target.value)}
          onKeyDown={onKeyDown}
        />
        {isAnswering ? (
          <IconButton icon={Square} label="Stop" onClick={onStop} />
        ) : (
          <Button
            type="submit"
            variant="primary"
            icon={ArrowUp}
            aria-label="Send"
            tooltip="Send"
            keys="enter"
            disabledReason={reason}
          />
        )}
      </div>
    </form>
  )
}

function Attached({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <div className="flex items-start gap-1 rounded-card border border-line bg-sunken py-1 pr-1 pl-2">
      <details className="min-w-0 flex-1 text-xs">
        <summary className="cursor-pointer truncate">{getTitle(text)}</summary>
        <pre className="assistant-attached overflow-auto font-mono whitespace-pre-wrap">{text}</pre>
      </details>
      <IconButton icon={X} label="Remove attachment" size="small" onClick={onRemove} />
    </div>
  )
}

/** Its first line of SQL is the best title. */
function getTitle(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const fence = lines.findIndex((line) => line.startsWith('```'))
  return lines[fence + 1] ?? lines[0] ?? 'Nothing'
}
