import { useShortcut } from '../../lib/browser/shortcuts.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import { useCapability } from '../../lib/install.tsx'
import { paths } from '../../lib/paths.ts'
import { storage } from '../../lib/storage/storage.ts'
import { useSetting } from '../../lib/storage/use-setting.ts'
import { late } from '../../ui/late.tsx'
import type { Area } from './areas.ts'
import { AssistantButton } from './AssistantButton.tsx'
import type { ShellScope } from './banners/use-scope.ts'
import { overlay, useOverlay } from './overlay.ts'

const CommandMenu = late(async () => (await import('./CommandMenu.tsx')).CommandMenu)
const PreviewsDialog = late(
  async () => (await import('../../areas/previews/PreviewsDialog.tsx')).PreviewsDialog,
)
const KeysDialog = late(async () => (await import('./KeysDialog.tsx')).KeysDialog)

/** The dialogs of the frame and the keys that open them and go places. */
export function Overlays({ scope, areas }: { scope: ShellScope; areas: readonly Area[] }) {
  const current = useOverlay()
  const close = overlay.close
  const [arePreviewsOpen] = useSetting(storage.featurePreviewModal)
  const hasOrganizations = useCapability('organizations')
  useShortcut({
    keys: 'mod+k',
    label: 'Search or run a command',
    group: 'Everywhere',
    run: () => (current === 'command' ? close() : overlay.open('command')),
  })
  useShortcut({
    keys: '?',
    label: 'Keyboard shortcuts',
    group: 'Everywhere',
    run: () => overlay.open('keys'),
  })
  useShortcut({ keys: '/', label: 'Filter the list', group: 'Everywhere', run: focusFilter })

  return (
    <>
      {scope.projectRef !== undefined && <AssistantButton scope={scope} />}
      {areas.map((area) => (
        <GoShortcut key={area.keys} keys={area.keys} label={area.label} href={area.href} />
      ))}
      {scope.projectRef !== undefined && scope.organization !== undefined && (
        <GoShortcut
          keys="g p"
          label="Projects"
          href={paths.organization(scope.organization.slug)}
        />
      )}
      {!areas.some(({ keys }) => keys === 'g a') && (
        <GoShortcut keys="g a" label="Account" href={paths.account()} />
      )}
      {hasOrganizations && !areas.some(({ keys }) => keys === 'g o') && (
        <GoShortcut keys="g o" label="Organizations" href={paths.organizations()} />
      )}
      {current === 'command' && <CommandMenu scope={scope} areas={areas} onClose={close} />}
      {current === 'keys' && <KeysDialog onClose={close} />}
      {arePreviewsOpen && (
        <PreviewsDialog
          projectRef={scope.projectRef}
          organizationSlug={scope.project?.organization_slug ?? scope.organization?.slug}
        />
      )}
    </>
  )
}

function GoShortcut({ keys, label, href }: { keys: string; label: string; href: string }) {
  const go = useGo()
  useShortcut({ keys, label: `Go to ${label}`, group: 'Go', run: () => go(href) })
  return null
}

function focusFilter() {
  document.querySelector<HTMLElement>('#content input[type="search"]')?.focus()
}
