import { ActionIcon, Anchor, Group } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { Supplier } from '@torniquete/contract/suppliers.ts'
import { RowActions } from '../../kit/RowActions.tsx'
import type { Column } from '../../kit/table-column.ts'
import classes from './inventory.module.css'

interface SupplierColumns {
  /** Those whose details are shown. */
  open: ReadonlySet<number>
  onToggle: (supplier: Supplier) => void
  onEdit: (supplier: Supplier) => void
  onDelete: (supplier: Supplier) => void
}

function SupplierDetails({ supplier: { id, email, phone_number } }: { supplier: Supplier }) {
  return (
    <dl className={classes.details} id={detailsId(id)}>
      <dt>Correo</dt>
      <dd>
        {email ? (
          <Anchor size="sm" href={`mailto:${email}`}>
            {email}
          </Anchor>
        ) : (
          '—'
        )}
      </dd>
      <dt>Teléfono</dt>
      <dd>
        {phone_number ? (
          <Anchor size="sm" href={`tel:${phone_number}`}>
            {phone_number}
          </Anchor>
        ) : (
          '—'
        )}
      </dd>
    </dl>
  )
}

const detailsId = (id: number) => `supplier-${id}`

export function supplierColumns({ open, onToggle, onEdit, onDelete }: SupplierColumns): Column<Supplier>[] {
  return [
    {
      key: 'name',
      header: 'Nombre',
      cell: (supplier) => {
        const opened = open.has(supplier.id)
        const Icon = opened ? IconChevronDown : IconChevronRight
        return (
          <>
            <Group gap="xs" wrap="nowrap">
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={`Detalles de ${supplier.name}`}
                aria-expanded={opened}
                aria-controls={opened ? detailsId(supplier.id) : undefined}
                onClick={() => onToggle(supplier)}
              >
                <Icon size={20} aria-hidden />
              </ActionIcon>
              <strong className={classes.name}>{supplier.name}</strong>
            </Group>
            {opened && <SupplierDetails supplier={supplier} />}
          </>
        )
      },
    },
    {
      key: 'actions',
      header: 'Acciones',
      align: 'right',
      width: 96,
      cell: (supplier) => (
        <RowActions name={supplier.name} onEdit={() => onEdit(supplier)} onDelete={() => onDelete(supplier)} />
      ),
    },
  ]
}
