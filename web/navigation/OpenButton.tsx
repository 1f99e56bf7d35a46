import { PageButton, type PageButtonProps } from '../kit/PageButton.tsx'
import { type DialogPath, useOpenDialog } from './opening.ts'

export function OpenButton({ to, ...button }: Omit<PageButtonProps, 'onPress'> & { to: DialogPath }) {
  const open = useOpenDialog()
  return <PageButton {...button} onPress={() => open(to)} />
}
