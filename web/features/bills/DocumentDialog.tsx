import { Button, Group } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { Dialog } from '../../kit/Dialog.tsx'
import dialog from '../../kit/FormDialog.module.css'
import { IconBan, IconPrinter } from '../../kit/icons.ts'
import { type RefetchableQuery, SpinnerOrLoadError } from '../../kit/LoadError.tsx'
import { ButtonWithIcon } from '../../kit/PageActionButton.tsx'
import { useRegisterPrintDocument } from '../../kit/printing.ts'
import { useKeyboardShortcuts } from '../../kit/use-keyboard-shortcuts.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'
import classes from './Bill.module.css'

interface PaperDialogProps {
  title: string
  label: string
  size: string
  paper: { content: ReactNode; by: string | null } | null
  /** Prints something else than the shown paper. */
  printing?: { label: string; run: () => void }
  reads: readonly RefetchableQuery[]
  onClose: () => void
  actions?: ReactNode
  /** Void button and its dialog. `offered` hides only the button, so that a running void keeps its dialog. */
  voiding?: { offered: boolean; dialog: (ends: { onClose: () => void; onVoided: () => void }) => ReactNode } | null
}

export function DocumentDialog(props: PaperDialogProps) {
  const { title, label, size, paper, printing, reads, onClose, actions, voiding } = props
  const [isVoiding, setVoiding] = useState(false)
  const printButton = useRef<HTMLButtonElement>(null)
  const printShown = useRegisterPrintDocument(paper && !printing ? { ...paper, title } : null)
  const print = printing?.run ?? printShown
  useKeyboardShortcuts([[hotkeys.print, () => !isVoiding && print()]])
  const endVoiding = () => setVoiding(false)
  return (
    <Dialog
      onClose={onClose}
      title={title}
      size={size}
      classNames={{ inner: dialog.inner, content: dialog.content, body: dialog.body }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={`${dialog.fields} ${classes.scroller}`} aria-label={label} tabIndex={0}>
        {paper ? paper.content : <SpinnerOrLoadError queries={reads} onClose={onClose} />}
      </section>
      <Group className={dialog.footer} justify="flex-end" gap="sm">
        {voiding?.offered && (
          <ButtonWithIcon variant="light" color="red" Icon={IconBan} onClick={() => setVoiding(true)}>
            Anular
          </ButtonWithIcon>
        )}
        {actions}
        {/* The button has the focus while the paper loads, so it is never disabled: that would lose the focus. */}
        <Button
          ref={printButton}
          data-autofocus
          data-disabled={!paper || undefined}
          aria-disabled={!paper || undefined}
          leftSection={<IconPrinter size={20} aria-hidden />}
          onClick={print}
        >
          {printing?.label ?? 'Imprimir'}
        </Button>
      </Group>
      {isVoiding &&
        voiding?.dialog({
          onClose: endVoiding,
          onVoided: () => {
            endVoiding()
            // The void button disappears, so the print button takes the focus.
            printButton.current?.focus()
          },
        })}
    </Dialog>
  )
}
