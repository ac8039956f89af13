import { Prec, type Extension } from '@codemirror/state'
import { Vim, vim } from '@replit/codemirror-vim'

/** The keys of vim. `:w` saves. */
export function vimKeys({ onSave }: { onSave: () => void }): Extension {
  Vim.defineEx('write', 'w', onSave)
  return Prec.highest(vim({ status: true }))
}
