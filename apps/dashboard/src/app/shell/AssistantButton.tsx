import { useLocation, useNavigate } from '@tanstack/react-router'
import { Sparkles } from 'lucide-react'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

import { useShortcut } from '../../lib/browser/shortcuts.ts'
import { useSetting } from '../../lib/storage/use-setting.ts'
import { assistantHint } from '../../product/assistant/assistant-hint.ts'
import {
  assistantRequests,
  closeAssistant,
  openAssistant,
  toggleAssistant,
  watchAssistantRequests,
} from '../../product/assistant/assistant-opening.ts'
import { IconButton } from '../../ui/Button.tsx'
import { late } from '../../ui/late.tsx'
import type { ShellScope } from './banners/use-scope.ts'

const AssistantPanel = late(
  async () => (await import('../../areas/assistant/AssistantPanel.tsx')).AssistantPanel,
)

/**
 * Opens and closes the assistant of a project; the panel's code is loaded when it is first opened.
 */
export function AssistantButton({ scope }: { scope: ShellScope }) {
  const { projectRef = '', project, organization } = scope
  const [slot] = useState(() => document.querySelector('#tools'))
  const [isOpen] = useSetting(assistantHint(projectRef))
  const requests = useSyncExternalStore(watchAssistantRequests, assistantRequests)
  useAddress()
  useShortcut({
    keys: 'mod+i',
    label: 'Open or close the assistant',
    group: 'Everywhere',
    run: toggleAssistant,
  })
  return (
    <>
      {slot !== null &&
        createPortal(
          <IconButton
            icon={Sparkles}
            label="Assistant"
            keys="mod+i"
            aria-pressed={isOpen}
            className="aria-pressed:bg-accent-wash! aria-pressed:text-accent-ink!"
            onPointerEnter={AssistantPanel.prepare}
            onClick={toggleAssistant}
          />,
          slot,
        )}
      {(isOpen || requests.length > 0) && (
        <AssistantPanel
          key={projectRef}
          projectRef={projectRef}
          organizationSlug={project?.organization_slug ?? organization?.slug ?? ''}
          rightsRef={project?.parent_project_ref ?? projectRef}
        />
      )}
    </>
  )
}

/** SPEC.md section 2: an address may open or close the panel, once. */
function useAddress() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { aiAssistantPanelOpen: requested, ...rest } = search as Record<string, unknown>
  const replace = useEffectEvent(() => void navigate({ to: pathname, search: rest, replace: true }))
  useEffect(() => {
    if (requested === undefined) return
    if (requested === 'true') openAssistant()
    if (requested === 'false') closeAssistant()
    replace()
  }, [requested])
}
