// What was collected at once, as its paper: to be printed again, and taken back by who may.
import { Button, Group, Modal, Text } from '@mantine/core'
import { may } from '@torniquete/contract/permissions.ts'
import { useRef, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import dialog from '../../kit/FormDialog.module.css'
import { IconBan, IconPrinter } from '../../kit/icons.ts'
import { QueryState } from '../../kit/LoadError.tsx'
import { usePaper } from '../../kit/printing.ts'
import { useKeys } from '../../kit/use-keys.ts'
import { useCloseDialog, useDialogId } from '../../navigation/opening.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'
import { useSignedIn } from '../../session/session.tsx'
import classes from '../bills/BillDialog.module.css'
import { issuerOf } from '../bills/bill-of.ts'
import { CollectionPaper } from './CollectionPaper.tsx'
import { collectionName, standsText } from './collection-words.ts'
import { VoidCollection } from './VoidCollection.tsx'

export function ShownCollection() {
  const id = useDialogId()
  return <CollectionDialog key={id} id={id} onClose={useCloseDialog()} />
}

function CollectionDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { role } = useSignedIn()
  const query = useEndpoint('collections.read', { params: { id } })
  const gym = useEndpoint('gym-info.read', {})
  const show = useEndpoint('show-info.read', {})
  const [voiding, setVoiding] = useState(false)
  const printButton = useRef<HTMLButtonElement>(null)
  const collection = query.data
  const mayVoid = collection && may(role, 'collections.void')
  const stands = collection && standsText(collection)
  const issuer = gym.data && show.data ? issuerOf(gym.data, show.data) : null
  const content =
    collection && gym.data && issuer ? (
      <CollectionPaper collection={collection} issuer={issuer} zone={gym.data.timeZone} />
    ) : null
  const print = usePaper(
    collection && content ? { content, title: collectionName(collection), by: issuer?.name ?? null } : null,
  )
  useKeys([[hotkeys.print, () => !voiding && print()]])
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        title={collection ? collectionName(collection) : 'Recibo de cobro'}
        size="lg"
        centered
        closeOnEscape={!voiding}
        classNames={{ inner: dialog.inner, content: dialog.content, body: dialog.body }}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
        <section className={`${dialog.fields} ${classes.scroller}`} aria-label="Recibo" tabIndex={0}>
          {content ?? <QueryState queries={[query, gym, show]} onClose={onClose} />}
        </section>
        <Group className={dialog.footer} justify="flex-end" gap="sm">
          {mayVoid && stands && !collection.voided && (
            <Text size="sm" role="status" flex={1}>
              {stands}
            </Text>
          )}
          {mayVoid && !stands && (
            <Button
              variant="light"
              color="red"
              leftSection={<IconBan size={20} aria-hidden />}
              onClick={() => setVoiding(true)}
            >
              Anular
            </Button>
          )}
          {/* Never disabled: the dialog's focus stands on it while the paper is still on its way. */}
          <Button
            ref={printButton}
            data-autofocus
            data-disabled={!content || undefined}
            aria-disabled={!content || undefined}
            leftSection={<IconPrinter size={20} aria-hidden />}
            onClick={print}
          >
            Imprimir
          </Button>
        </Group>
      </Modal>
      {voiding && (
        <VoidCollection
          id={id}
          onClose={() => setVoiding(false)}
          onVoided={() => {
            setVoiding(false)
            // The button that opened it goes away.
            printButton.current?.focus()
          }}
        />
      )}
    </>
  )
}
