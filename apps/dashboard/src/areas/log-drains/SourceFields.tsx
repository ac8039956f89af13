import { type LogSourceName, logSourceNames } from '@basalt/contract/logs/logs'

import { sourceLabels } from '../../product/logs/source-labels.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { FormAlert } from '../../ui/FormAlert.tsx'

type Props = {
  sources: readonly LogSourceName[]
  error: string | undefined
  onChange: (sources: LogSourceName[]) => void
}

export function SourceFields({ sources, error, onChange }: Props) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="pb-1.5 font-medium">Sources</legend>
      <div className="flex items-center gap-2">
        <Button size="small" onClick={() => onChange([...logSourceNames])}>
          Select all
        </Button>
        <Button size="small" onClick={() => onChange([])}>
          Select none
        </Button>
        <span className="text-xs text-ink-faint">
          {sources.length} of {logSourceNames.length}
        </span>
      </div>
      <div className="grid gap-x-4 gap-y-1.5 tablet:grid-cols-3">
        {logSourceNames.map((name) => (
          <Checkbox
            key={name}
            label={sourceLabels[name]}
            isChecked={sources.includes(name)}
            onChange={(isChecked) =>
              onChange(
                logSourceNames.filter((one) => (one === name ? isChecked : sources.includes(one))),
              )
            }
          />
        ))}
      </div>
      {error !== undefined && <FormAlert>{error}</FormAlert>}
    </fieldset>
  )
}
