// oxlint-disable-next-line import/no-unassigned-import -- a style sheet is imported for its effect
import './assistant.css'
import { assistant } from '@basalt/contract/project/assistant'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef } from 'react'

import { AccessScope } from '../../lib/access/access.tsx'
import { useShortcut } from '../../lib/browser/shortcuts.ts'
import { useCapability } from '../../lib/install.tsx'
import { query } from '../../lib/network/api.ts'
import { profileQuery } from '../../lib/session/account.ts'
import {
  assistantRequests,
  watchAssistantRequests,
} from '../../product/assistant/assistant-opening.ts'
import { activeChat, type AssistantState } from '../../product/assistant/assistant-state.ts'
import { type AssistantStore, grantRequests } from '../../product/assistant/assistant-store.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { Chat } from './Chat.tsx'
import { PanelHeader } from './PanelHeader.tsx'
import { started, useAssistantStore, useConversation } from './use-conversation.ts'
import { NoModel, WhyOff } from './WhyOff.tsx'

type Props = { projectRef: string; organizationSlug: string; rightsRef: string }

/** The assistant of a project, next to any page. */
export function AssistantPanel({ projectRef, organizationSlug, rightsRef }: Props) {
  const { data: profile } = useQuery(profileQuery())
  if (profile === undefined) return null
  return (
    <AccessScope organizationSlug={organizationSlug} projectRef={rightsRef}>
      <OwnPanel
        key={profile.id}
        projectRef={projectRef}
        owner={profile.id}
        slug={organizationSlug === '' ? undefined : organizationSlug}
      />
    </AccessScope>
  )
}

type OwnProps = { projectRef: string; owner: string; slug: string | undefined }

function OwnPanel({ projectRef, owner, slug }: OwnProps) {
  const { store, state } = useAssistantStore({ ref: projectRef, owner })
  const field = useRef<HTMLTextAreaElement>(null)
  const panel = useRef<HTMLElement>(null)
  const focusReturn = useFocusReturn(panel)
  useRequests(store, { focusReturn, onOpened: () => (field.current ?? panel.current)?.focus() })
  if (state === undefined || !state.open) return null
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label="Assistant"
      className="assistant flex flex-col border-line bg-canvas"
    >
      <Opened {...{ projectRef, slug, store, state, field, focusReturn }} />
    </aside>
  )
}

type OpenedProps = Omit<OwnProps, 'owner'> & {
  store: AssistantStore
  state: AssistantState
  field: RefObject<HTMLTextAreaElement | null>
  focusReturn: FocusReturn
}

function Opened({ projectRef, slug, store, state, field, focusReturn }: OpenedProps) {
  const hasModel = useCapability('assistant')
  const { data, error, refetch } = useQuery({
    ...query(assistant.state, { params: { ref: projectRef } }),
    enabled: hasModel,
  })
  const sharesRows = data?.may.includes('AI_DATA_GENERATOR_OPT_IN') ?? false
  const talk = useConversation(store, { ref: projectRef, sharesRows })
  const begin = () => {
    talk.begin()
    field.current?.focus()
  }
  const close = () => {
    const goBack = focusReturn.begin()
    talk.close()
    goBack()
  }
  const actions = { ...talk, begin, close }
  const chat = activeChat(state)
  useShortcut({
    keys: 'escape',
    label: 'Close the assistant when it covers the page',
    group: 'Assistant',
    whileTyping: true,
    isFor: liesOverPage,
    run: close,
  })
  useShortcut({ keys: 'a n', label: 'New chat', group: 'Assistant', run: begin })
  return (
    <>
      <PanelHeader state={state} chat={chat} actions={actions} />
      {!hasModel ? (
        <NoModel />
      ) : data?.off ? (
        <WhyOff off={data.off} slug={slug} />
      ) : data !== undefined ? (
        <Chat {...{ projectRef, state, chat, actions, field, model: data }} />
      ) : error === null ? (
        <SkeletonRows />
      ) : (
        <ErrorPanel
          title="The assistant could not be reached"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
    </>
  )
}

/** The same query as in assistant.css. In wider layouts Escape belongs to the page. */
const liesOverPage = ({ target }: KeyboardEvent) =>
  target instanceof Element &&
  target.closest('.assistant') !== null &&
  globalThis.matchMedia('(width < 1000px)').matches

/** Applies requests of the rest of the dashboard, and focuses the right element. */
function useRequests(store: AssistantStore, { focusReturn, onOpened }: Ways) {
  const opened = useEffectEvent(onOpened)
  useEffect(() => {
    const grant = () => {
      if (assistantRequests().length === 0 || store.get() === undefined) return
      // A question from another page does not belong to the current chat.
      if (assistantRequests().some(({ does }) => does === 'ask')) store.change(started)
      const goBack = focusReturn.begin()
      grantRequests(store)
      // The panel is drawn first.
      if (store.get()?.open === true) requestAnimationFrame(opened)
      else goBack()
    }
    const unwatch = watchAssistantRequests(grant)
    void store.load().then(grant)
    return unwatch
  }, [store, focusReturn])
}

type FocusReturn = { begin: () => () => void }
type Ways = { focusReturn: FocusReturn; onOpened: () => void }

/**
 * When the panel closes, restores the focus to its opener, or to its button. Call `begin` before it
 * opens or closes, and the returned function afterwards.
 */
function useFocusReturn(panel: RefObject<HTMLElement | null>): FocusReturn {
  const from = useRef<Element>(null)
  return useMemo(
    () => ({
      begin: () => {
        const at = document.activeElement
        const isInside = panel.current?.contains(at) === true
        // The SQL editor is in a shadow root, and only an element inside can take the focus.
        if (!isInside)
          from.current = at === document.body ? null : (at?.shadowRoot ?? document).activeElement
        return () => {
          const before = from.current?.isConnected === true ? from.current : null
          const target = before ?? document.querySelector('#tools button')
          if (isInside && target instanceof HTMLElement) target.focus()
        }
      },
    }),
    [panel],
  )
}
