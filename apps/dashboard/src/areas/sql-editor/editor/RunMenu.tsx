import { ChevronDown } from 'lucide-react'

import { useShortcut } from '../../../lib/browser/shortcuts.ts'
import { type RunScope, runScopes } from '../../../product/sql-code/run-scope.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/Menu.tsx'

type Props = {
  disabledReason?: string | undefined
  onRun: (scope: RunScope) => void
}

/** Ways to run more or less than the button does, with their keys. */
export function RunMenu({ disabledReason, onRun }: Props) {
  const run = (scope: RunScope) => disabledReason === undefined && onRun(scope)
  const [here, all, rest] = runScopes
  useShortcut({ keys: here.keys, label: here.label, group, run: () => run(here.scope) })
  useShortcut({ keys: all.keys, label: all.label, group, run: () => run(all.scope) })
  useShortcut({ keys: rest.keys, label: rest.label, group, run: () => run(rest.scope) })
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={ChevronDown} label="More ways to run" />}
      items={runScopes.map(({ scope, keys, label }) => ({
        label,
        keys,
        disabledReason,
        onSelect: () => run(scope),
      }))}
    />
  )
}

const group = 'SQL editor'
