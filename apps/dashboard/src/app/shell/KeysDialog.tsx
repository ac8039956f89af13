import { useShortcuts } from '../../lib/browser/shortcuts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Keys } from '../../ui/Kbd.tsx'

/** Every key of the page, from the registry that also runs them. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const shortcuts = useShortcuts()
  const groups = [...new Set(shortcuts.map(({ group }) => group))]
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard shortcuts" width="medium">
      <div className="flex flex-col gap-4">
        {groups.map((group) => (
          <section key={group} className="flex flex-col">
            <h3 className="pb-1 text-xs font-medium text-ink-faint">{group}</h3>
            <dl>
              {shortcuts
                .filter((shortcut) => shortcut.group === group)
                .map(({ keys, label }) => (
                  <div
                    key={keys}
                    className="flex h-8 items-center justify-between border-b border-line last:border-0"
                  >
                    <dt>{label}</dt>
                    <dd>
                      <Keys keys={keys} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
