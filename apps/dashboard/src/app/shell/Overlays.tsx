import { useShortcut } from '../../lib/browser/shortcuts.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import { storage } from '../../lib/storage/storage.ts'
import { useSetting } from '../../lib/storage/use-setting.ts'
import { late } from '../../ui/late.tsx'
import { AssistantButton } from './AssistantButton.tsx'
import type { ShellScope } from './banners/use-scope.ts'
import type { Place, RailLink } from './navigation.ts'
import { overlay, useOverlay } from './overlay.ts'
import { UnresponsiveDatabase } from './UnresponsiveDatabase.tsx'

const CommandMenu = late(async () => (await import('./CommandMenu.tsx')).CommandMenu)
const PreviewsDialog = late(
  async () => (await import('../../areas/previews/PreviewsDialog.tsx')).PreviewsDialog,
)
const KeysDialog = late(async () => (await import('./KeysDialog.tsx')).KeysDialog)

type Props = { scope: ShellScope; place: Place; sections: readonly RailLink[] }

/** The dialogs of the frame and the keys that open them and go places. */
export function Overlays({ scope, place, sections }: Props) {
  const current = useOverlay()
  const close = overlay.close
  const [arePreviewsOpen] = useSetting(storage.featurePreviewModal)
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
      {scope.projectRef !== undefined && (
        <>
          <UnresponsiveDatabase key={scope.projectRef} projectRef={scope.projectRef} />
          <AssistantButton scope={scope} />
        </>
      )}
      {listKeys(sections).map(({ keys = '', label, href }) => (
        <GoShortcut key={keys} keys={keys} label={label} href={href} />
      ))}
      {current === 'command' && (
        <CommandMenu scope={scope} place={place} sections={sections} onClose={close} />
      )}
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

/** Of every section that can be opened, and of the pages of the one that is. */
const listKeys = (sections: readonly RailLink[]) =>
  sections
    .flatMap((section) => [section, ...(section.isCurrent ? section.pages : [])])
    .filter(({ keys }) => keys !== undefined)

function GoShortcut({ keys, label, href }: { keys: string; label: string; href: string }) {
  const go = useGo()
  useShortcut({ keys, label: `Go to ${label}`, group: 'Go', run: () => go(href) })
  return null
}

function focusFilter() {
  document.querySelector<HTMLElement>('#content input[type="search"]')?.focus()
}
