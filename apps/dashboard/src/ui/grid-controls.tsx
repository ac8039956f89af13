import type { GridControls } from '@basalt/data-grid/grid-types'

import { copyText } from '../lib/browser/clipboard.ts'
import { IconButton } from './Button.tsx'
import { CopyButton } from './CopyButton.tsx'

/** The dashboard's buttons, which every grid gets. */
export const gridControls: GridControls = {
  IconButton,
  CopyButton: (props) => <CopyButton isIcon {...props} />,
  copyText,
}
