import type { ConsentCategory } from '@basalt/contract/consent'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { storage } from '../../lib/storage/storage.ts'
import {
  acceptAll,
  getChoice,
  consentQuery,
  keepChoice,
  optOut,
  withCategory,
} from '../../product/consent.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { Badge } from '../../ui/Status.tsx'

/** SPEC.md section 2: "A privacy settings dialog lists categories." */
export function PrivacyDialog({ onClose }: { onClose: () => void }) {
  const { data: categories, isError, refetch } = useQuery(consentQuery())
  const [draft, setDraft] = useState(storage.consent.get())
  const choice = getChoice(categories ?? [], draft)
  const decide = (decision: () => void) => () => {
    decision()
    onClose()
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Privacy settings"
      description="Data that this install stores in your browser and collects about your visits."
      footer={
        <>
          <Button className="mr-auto" onClick={decide(() => void optOut())}>
            Opt out of all
          </Button>
          {categories !== undefined && (
            <>
              <Button onClick={decide(() => acceptAll(categories))}>Accept all</Button>
              <Button variant="primary" onClick={decide(() => void keepChoice(choice))}>
                Save choices
              </Button>
            </>
          )}
        </>
      }
    >
      {categories === undefined && !isError && <SkeletonRows rows={2} className="h-20" />}
      {categories === undefined && isError && (
        <Notice
          tone="warn"
          title="Unable to Load Privacy Settings"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          Until the settings load, only the data you already agreed to is collected. You can opt out
          at any time.
        </Notice>
      )}
      <ul className="flex flex-col gap-3">
        {categories?.map((category) => (
          <Category
            key={category.slug}
            category={category}
            choice={choice}
            onChange={(isOn) => setDraft(withCategory(choice, category, isOn))}
          />
        ))}
      </ul>
    </Dialog>
  )
}

type CategoryProps = {
  category: ConsentCategory
  choice: Readonly<Record<string, boolean>>
  onChange: (isOn: boolean) => void
}

function Category({ category, choice, onChange }: CategoryProps) {
  const { label, description, isEssential, services } = category
  const id = useId()
  return (
    <li className="flex flex-col gap-2 rounded-card border border-line p-3">
      <div className="flex items-start gap-3">
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <label htmlFor={id} className="font-medium">
            {label}
          </label>
          <p id={`${id}-note`} className="text-ink-soft">
            {description}
          </p>
        </div>
        {isEssential && <Badge>Always on</Badge>}
        <input
          id={id}
          type="checkbox"
          className="mt-0.5 size-4 flex-none pointer-coarse:size-6"
          aria-describedby={`${id}-note`}
          // SPEC.md section 5: "Privacy toggle: disabled for essential categories."
          disabled={isEssential}
          checked={services.every((service) => choice[service.id] === true)}
          onChange={(event) => onChange(event.target.checked)}
        />
      </div>
      <ul aria-label={`Services of ${label}`} className="flex flex-col gap-1 text-xs">
        {services.map((service) => (
          <li key={service.id} className="flex justify-between gap-3">
            <span className="min-w-0 break-words text-ink-faint">{service.label}</span>
            <span className="flex-none text-ink-soft">
              {choice[service.id] === true ? 'On' : 'Off'}
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}
