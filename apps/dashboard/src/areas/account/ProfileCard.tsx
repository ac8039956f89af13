import { account } from '@basalt/contract/account/account'
import type { Profile } from '@basalt/contract/account/own-profile'
import { profiles } from '@basalt/contract/account/profile'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { useSwitchedOff } from '../../lib/access/disabled-features.ts'
import { notify } from '../../lib/browser/toast.ts'
import { formatExact } from '../../lib/format/format-time.ts'
import { setTimeZone } from '../../lib/format/time-zone.ts'
import {
  checkFields,
  type FieldErrors,
  listFieldErrors,
  getFormError,
} from '../../lib/forms/form.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { SwitchedOffNotice } from '../../product/SwitchedOff.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, Select } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** The user's name and time zone. */
export function ProfileCard({ profile }: { profile: Profile }) {
  const switchedOff = useSwitchedOff(account.update.feature)
  return switchedOff === undefined ? (
    <ProfileForm profile={profile} />
  ) : (
    <SwitchedOffNotice what="Your name and time zone" reason={switchedOff} />
  )
}

const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

function ProfileForm({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const [name, setName] = useState(profile.name ?? '')
  const [zone, setZone] = useState(profile.time_zone ?? '')
  const [errors, setErrors] = useState<FieldErrors>({})
  const body = { name, time_zone: zone === '' ? null : zone }
  const save = useMutation({
    mutationFn: () => call(account.update, { body }),
    onSuccess: async () => {
      setTimeZone(body.time_zone)
      await invalidate(client, profiles.get)
      notify.success('Profile saved')
    },
    onError: (error) => setErrors(listFieldErrors(error)),
  })
  const isChanged = name !== (profile.name ?? '') || zone !== (profile.time_zone ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkFields(account.update, body)
    setErrors(found)
    if (isChanged && Object.keys(found).length === 0) save.mutate()
  }
  const formError = getFormError(save.error)

  return (
    <form noValidate onChange={() => setErrors({})} onSubmit={submit}>
      <Card
        title="Profile"
        footer={
          <Button
            type="submit"
            variant="primary"
            isPending={save.isPending}
            disabledReason={isChanged ? undefined : 'No changes to save'}
          >
            Save
          </Button>
        }
      >
        <CardBody>
          <Field label="Name" help="Visible in your organizations" error={errors['name']}>
            {(control) => (
              <Input
                {...control}
                size="large"
                autoComplete="name"
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <ZoneField zone={zone} error={errors['time_zone']} onChange={setZone} />
          {formError !== undefined && <Notice tone="bad">{formError.message}</Notice>}
        </CardBody>
      </Card>
    </form>
  )
}

type ZoneProps = { zone: string; error: string | undefined; onChange: (zone: string) => void }

function ZoneField({ zone, error, onChange }: ZoneProps) {
  const [now] = useState(() => new Date())
  return (
    <Field label="Time zone" help={`Times appear as ${formatExact(now)}`} error={error}>
      {(control) => (
        <Select
          {...control}
          size="large"
          value={zone}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">Device time zone: {deviceZone()}</option>
          {zonesWith(zone).map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** All zones that the browser knows, and the saved one. */
function zonesWith(chosen: string): string[] {
  const known = Intl.supportedValuesOf('timeZone')
  const all = ['UTC', ...known.filter((one) => one !== 'UTC')]
  return chosen === '' || all.includes(chosen) ? all : [chosen, ...all]
}
