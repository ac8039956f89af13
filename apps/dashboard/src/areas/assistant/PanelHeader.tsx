import { ChevronDown, Eraser, Pencil, SquarePen, Trash2, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'

import type { AssistantState, Chat } from '../../product/assistant/assistant-state.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Menu } from '../../ui/Menu.tsx'
import type { Conversation } from './use-conversation.ts'

type Props = {
  state: AssistantState
  chat: Chat | undefined
  actions: Pick<Conversation, 'begin' | 'choose' | 'rename' | 'clear' | 'remove' | 'close'>
}

/** The current chat, the others, and the close button. */
export function PanelHeader({ state, chat, actions }: Props) {
  const [isNaming, setIsNaming] = useState(false)
  const header = useRef<HTMLElement>(null)
  return (
    <header
      ref={header}
      className="flex h-11 flex-none items-center gap-1 border-b border-line px-2"
    >
      {isNaming && chat !== undefined ? (
        <Name
          chat={chat}
          onDone={(name) => {
            setIsNaming(false)
            // The field is replaced by the button with the name.
            const isRemaining = header.current?.contains(document.activeElement) === false
            if (!isRemaining) setTimeout(() => header.current?.querySelector('button')?.focus())
            if (name !== undefined) actions.rename(chat.id, name)
          }}
        />
      ) : (
        <Chats state={state} chat={chat} actions={actions} onName={() => setIsNaming(true)} />
      )}
      <span className="flex-1" />
      <IconButton icon={SquarePen} label="New chat" keys="a n" onClick={actions.begin} />
      <IconButton icon={X} label="Close the assistant" keys="mod+i" onClick={actions.close} />
    </header>
  )
}

function Chats({ state, chat, actions, onName }: Props & { onName: () => void }) {
  const chats = Object.values(state.chats).toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
  const own =
    chat === undefined
      ? []
      : ([
          { kind: 'separator' },
          { label: 'Rename this chat', icon: Pencil, onSelect: onName },
          {
            label: 'Clear this chat',
            icon: Eraser,
            disabledReason: chat.messages.length === 0 ? 'This chat is empty' : undefined,
            onSelect: () => actions.clear(chat),
          },
          {
            label: 'Delete this chat',
            icon: Trash2,
            isDanger: true,
            onSelect: () => actions.remove(chat),
          },
        ] as const)
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          className="assistant-chats min-w-0"
          aria-label={`${chat?.name ?? 'Assistant'}: choose a chat`}
        >
          <span className="truncate">{chat?.name ?? 'Assistant'}</span>
          <ChevronDown />
        </Button>
      }
      align="start"
      items={[
        { kind: 'heading', label: 'Chats in this browser' },
        ...chats.map(({ id, name }) => ({
          kind: 'choice' as const,
          label: name,
          isChosen: id === chat?.id,
          onSelect: () => actions.choose(id),
        })),
        ...own,
      ]}
    />
  )
}

function Name({ chat, onDone }: { chat: Chat; onDone: (name: string | undefined) => void }) {
  const [name, setName] = useState(chat.name)
  const done = (event: FormEvent) => {
    event.preventDefault()
    onDone(name.trim() === '' ? undefined : name.trim())
  }
  return (
    <form onSubmit={done} className="min-w-0 flex-1">
      <input
        ref={focusOnMount}
        aria-label="Chat name"
        value={name}
        maxLength={100}
        className="control-height w-full rounded-control border border-control bg-surface px-2"
        onChange={({ target }) => setName(target.value)}
        onBlur={done}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onDone(undefined)
        }}
      />
    </form>
  )
}
