import { storage } from '../../lib/storage/storage.ts'
import { useSetting } from '../../lib/storage/use-setting.ts'
import { privacySettings, useIsPrivacyOpen } from '../../product/consent.ts'
import { late } from '../../ui/late.tsx'
import { ConsentToast } from './ConsentToast.tsx'

const PrivacyDialog = late(async () => (await import('./PrivacyDialog.tsx')).PrivacyDialog)

/** Shows the toast until a decision, and the settings on demand. */
export function Consent() {
  const [choice] = useSetting(storage.consent)
  const isOpen = useIsPrivacyOpen()
  return (
    <>
      {choice === undefined && <ConsentToast />}
      {isOpen && <PrivacyDialog onClose={privacySettings.close} />}
    </>
  )
}
