import { Ellipsis, Play, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'

import { Button, IconButton } from '../../ui/Button.tsx'
import { ChoiceCards } from '../../ui/ChoiceCards.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, SearchInput, Select, Textarea } from '../../ui/Input.tsx'
import { Keys } from '../../ui/Kbd.tsx'
import { TabBar } from '../../ui/TabBar.tsx'
import { Sample } from './Sample.tsx'

const variants = ['primary', 'secondary', 'ghost', 'danger'] as const
const views = [
  { id: 'rows', label: 'Rows' },
  { id: 'columns', label: 'Columns' },
]
const plans = [
  { value: 'free', label: 'Free', detail: '$0', note: '2 active projects' },
  { value: 'pro', label: 'Pro', detail: '$25.00', note: 'Daily backups' },
  { value: 'team', label: 'Team', detail: '$599.00', disabledReason: 'Not offered here' },
] as const

export function ControlSamples() {
  const [search, setSearch] = useState('')
  const [view, setView] = useState('rows')
  const [plan, setPlan] = useState<(typeof plans)[number]['value']>('free')
  return (
    <>
      <Sample name="Buttons">
        {variants.map((variant) => (
          <Button key={variant} variant={variant} icon={variant === 'danger' ? Trash2 : Plus}>
            {variant}
          </Button>
        ))}
      </Sample>
      <Sample name="Sizes, pending, not allowed">
        <Button size="small">Small</Button>
        <Button>Default</Button>
        <Button size="large">Large</Button>
        <Button variant="primary" isPending>
          Saving
        </Button>
        <Button disabledReason="You need additional permissions to do this">Not allowed</Button>
        <IconButton icon={Ellipsis} label="More" />
        <Button icon={Play} keys="mod+enter" tooltip="Run">
          Run
        </Button>
        <CopyButton text="copied" label="Copy" />
      </Sample>
      <div className="grid gap-4 tablet:grid-cols-2">
        <Field label="Name" help="Shown in lists">
          {(control) => <Input {...control} placeholder="shop" />}
        </Field>
        <Field label="Name" error="Enter a name">
          {(control) => <Input {...control} />}
        </Field>
        <Field label="Kind" hint="Optional">
          {(control) => (
            <Select {...control}>
              <option>Personal</option>
              <option>Company</option>
            </Select>
          )}
        </Field>
        <Field label="Read only">
          {(control) => <Input {...control} readOnly value="cannot be changed" />}
        </Field>
        <Field label="Note">{(control) => <Textarea {...control} rows={2} />}</Field>
        <SearchInput label="Search" value={search} onChange={setSearch} className="self-end" />
      </div>
      <ChoiceCards label="Plan" choices={plans} value={plan} onChange={setPlan} />
      <TabBar label="View" tabs={views} chosen={view} onChoose={setView} />
      <Sample name="Keys">
        <Keys keys="mod+k" /> <Keys keys="g t" /> <Keys keys="?" />
      </Sample>
    </>
  )
}
