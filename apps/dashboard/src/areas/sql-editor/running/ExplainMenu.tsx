import { ChartGantt } from 'lucide-react'

import { Button } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/Menu.tsx'

type Props = {
  disabledReason: string | undefined
  /** `isRun`: the statement is run to be measured, so a writing one has to be taken back. */
  onExplain: (how: { isRun: boolean }) => void
}

/** Requests the plan of a statement, estimated or measured. */
export function ExplainMenu({ disabledReason, onExplain }: Props) {
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          icon={ChartGantt}
          disabledReason={disabledReason}
          aria-label="Explain"
          tooltip="Explain"
        />
      }
      align="end"
      items={[
        { label: 'Explain', onSelect: () => onExplain({ isRun: false }) },
        { label: 'Explain analyze', onSelect: () => onExplain({ isRun: true }) },
      ]}
    />
  )
}
