import { account } from '@basalt/contract/account/account'
import type { Profile } from '@basalt/contract/account/own-profile'
import { profiles } from '@basalt/contract/account/profile'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useSwitchedOff } from '../../../lib/access/disabled-features.ts'
import { notify } from '../../../lib/browser/toast.ts'
import { formatExact } from '../../../lib/format/format-time.ts'
import { listTimeZones } from '../../../lib/format/list-time-zones.ts'
import { setTimeZone } from '../../../lib/format/time-zone.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { call, invalidate } from '../../../lib/network/api.ts'
import { SwitchedOffNotice } from '../../../product/SwitchedOff.tsx'
import { Card, CardBody } from '../../../ui/Card.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Form, FormFailure, FormField, SubmitButton } from '../../../ui/Form.tsx'
import { Input, Select } from '../../../ui/Input.tsx'

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

type Values = { name: string; time_zone: string }

const getBody = ({ name, time_zone: zone }: Values) => ({
  name,
  time_zone: zone === '' ? null : zone,
})

function ProfileForm({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const form = useForm({
    route: account.update,
    initial: { name: profile.name ?? '', time_zone: profile.time_zone ?? '' },
    getBody,
    mustChange: true,
    send: (values) => call(account.update, { body: getBody(values) }),
    onSuccess: async (_, values) => {
      setTimeZone(getBody(values).time_zone)
      await invalidate(client, profiles.get)
      form.reset(values)
      notify.success('Profile saved')
    },
  })

  return (
    <Form form={form}>
      <Card title="Profile" footer={<SubmitButton form={form}>Save</SubmitButton>}>
        <CardBody>
          <FormField form={form} name="name" label="Name" help="Visible in your organizations">
            {(control) => <Input {...control} size="large" autoComplete="name" />}
          </FormField>
          <ZoneField
            zone={form.values.time_zone}
            error={form.errors['time_zone']}
            onChange={(zone) => form.set({ time_zone: zone })}
          />
          <FormFailure form={form} />
        </CardBody>
      </Card>
    </Form>
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
          {listTimeZones(zone).map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      )}
    </Field>
  )
}
