import type { AssistantState as Model } from '@basalt/contract/project/assistant'
import { Pencil } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'

import type { AssistantState, Chat as KeptChat } from '../../product/assistant/assistant-state.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Composer } from './Composer.tsx'
import { MessageView } from './MessageView.tsx'
import { RequestedStatements } from './SqlBlock.tsx'
import { Suggestions } from './Suggestions.tsx'
import type { Conversation } from './use-conversation.ts'

type Props = {
  projectRef: string
  state: AssistantState
  chat: KeptChat | undefined
  actions: Conversation
  model: Model
  field: RefObject<HTMLTextAreaElement | null>
}

/** A chat and the field for its next question. */
export function Chat({ projectRef, state, chat, actions, model, field }: Props) {
  const isEmpty = chat === undefined || chat.messages.length === 0
  useEffect(() => {
    // The focus waits in the opened panel for the field.
    if (document.activeElement?.matches('.assistant') === true) field.current?.focus()
  }, [field])
  return (
    <>
      {isEmpty ? (
        <Suggestions
          tells={sharingLabels(model)}
          onChoose={(text) => {
            actions.type(text)
            goOnWriting(field.current)
          }}
        />
      ) : (
        <Messages key={chat.id} {...{ projectRef, chat, actions, model, field }} />
      )}
      <Composer
        ref={field}
        text={state.initialInput}
        attached={state.sqlSnippets}
        isAnswering={actions.current !== undefined}
        onType={actions.type}
        onDetach={(at) => {
          actions.detach(at)
          goOnWriting(field.current)
        }}
        onSend={actions.send}
        onStop={() => {
          actions.stop()
          goOnWriting(field.current)
        }}
      />
    </>
  )
}

/**
 * The clicked button disappears: the focus moves to the question field, unless it is in another
 * part of the page.
 */
function goOnWriting(field: HTMLElement | null): void {
  const { activeElement: at, body } = document
  if (at === null || at === body || at.closest('.assistant')) field?.focus()
}

type MessagesProps = Omit<Props, 'state' | 'chat'> & { chat: KeptChat }

function Messages({ projectRef, chat, actions, model, field }: MessagesProps) {
  const list = useRef<HTMLDivElement>(null)
  useFollowing(list, chat.messages.length)
  // A growing answer does not change the questions.
  const questions = chat.messages.map(({ role, text }) => (role === 'user' ? text : '')).join('\n')
  const requested = useMemo(() => statementsIn(questions), [questions])
  const edit = (message: KeptChat['messages'][number]) => {
    actions.edit(message)
    goOnWriting(field.current)
  }
  const { onResult: settle, onRetry: retry } = actions
  const onResult = useCallback<typeof settle>(
    (...result) => {
      settle(...result)
      goOnWriting(field.current)
    },
    [settle, field],
  )
  const onRetry = useCallback(() => {
    retry()
    goOnWriting(field.current)
  }, [retry, field])
  return (
    <div
      ref={list}
      role="log"
      aria-label="Messages"
      // Announced when it is complete, and not with each word.
      aria-busy={actions.current !== undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
      tabIndex={0}
      className="relative min-h-0 flex-1 overflow-y-auto"
    >
      <div className="flex flex-col gap-4 p-3">
        <RequestedStatements value={requested}>
          {chat.messages.map((message, at) => (
            <div key={message.id} className="flex flex-col gap-1">
              <MessageView
                projectRef={projectRef}
                message={message}
                isLast={at === chat.messages.length - 1}
                toolActivity={
                  actions.current?.messageId === message.id
                    ? actions.current.toolActivity
                    : undefined
                }
                sharesRows={model.may.includes('AI_DATA_GENERATOR_OPT_IN')}
                onResult={onResult}
                onRetry={onRetry}
              />
              {message.role === 'user' && <EditQuestion onEdit={() => edit(message)} />}
            </div>
          ))}
        </RequestedStatements>
        <p className="text-xs text-ink-faint">{`${model.model} at ${model.host} can make mistakes.`}</p>
      </div>
    </div>
  )
}

const EditQuestion = ({ onEdit }: { onEdit: () => void }) => (
  <div className="flex justify-end">
    <IconButton icon={Pencil} label="Edit question" size="small" onClick={onEdit} />
  </div>
)

/** The SQL in the user's questions, latest first. */
const statementsIn = (questions: string): string[] =>
  [...questions.matchAll(/^(`{3,})sql\n([\s\S]*?)\n\1$/gmu)]
    .map(([, , sql = '']) => sql)
    .toReversed()

/** The distance from the end within which the chat scrolls along, in pixels. */
const nearPx = 60

/** The end of a chat stays visible while it grows, unless the user has scrolled back. */
function useFollowing(list: RefObject<HTMLDivElement | null>, count: number) {
  const isFollowing = useRef(true)
  const known = useRef(count)
  useEffect(() => {
    const element = list.current
    const content = element?.firstElementChild
    if (!element || !content) return undefined
    const follow = new ResizeObserver(() => {
      if (isFollowing.current) element.scrollTo({ top: element.scrollHeight })
    })
    const onScroll = () => {
      const rest = element.scrollHeight - element.scrollTop - element.clientHeight
      isFollowing.current = rest < nearPx
    }
    follow.observe(content)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      follow.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [list])
  useEffect(() => {
    // A new question scrolls to its answer.
    if (count > known.current) isFollowing.current = true
    known.current = count
  }, [count])
}

function sharingLabels({ model, host, may }: Model): string {
  const reported = may.map((key) => names[key])
  return `Answers come from ${model} at ${host}. Shared with it: your questions and ${getList(reported)}. The queries it writes run only when you press Run, and are read-only.`
}

const names = {
  AI_SQL_GENERATOR_OPT_IN: 'your table names',
  AI_DATA_GENERATOR_OPT_IN: 'rows of queries that you run for it',
  AI_LOG_GENERATOR_OPT_IN: 'log lines',
} as const

const getList = (parts: string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
