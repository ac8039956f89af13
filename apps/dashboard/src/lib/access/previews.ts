import type { FeaturePreviewKey } from '@basalt/catalog'
import { previews } from '@basalt/contract/previews'

import { query } from '../network/api.ts'
import { storage } from '../storage/storage.ts'
import { useSetting } from '../storage/use-setting.ts'

export const previewsQuery = () => query(previews.list, {})

/** SPEC.md section 4: a flag of this browser, read on load: `[isOn, set]`. */
export const usePreview = (key: FeaturePreviewKey): [boolean, (isOn: boolean) => void] =>
  useSetting(storage.preview(key))

/** SPEC.md section 2: "The dialog's open state is held in a stored setting named featurePreviewModal." */
export const previewDialog = {
  open: (): void => storage.featurePreviewModal.set(true),
  close: (): void => storage.featurePreviewModal.set(false),
}
