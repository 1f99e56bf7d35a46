import type { Supplier } from '@torniquete/contract/till/suppliers.ts'
import { ContactLink } from '../../features/contacts/ContactLink.tsx'
import { Named } from '../../kit/Clamped.tsx'
import { IconChevronRight } from '../../kit/icons.ts'
import { type RowActs, rowActsColumn } from '../../kit/RowActions.tsx'
import type { Column } from '../../kit/table-column.ts'
import classes from './inventory.module.css'

interface SupplierColumns extends RowActs<Supplier> {
  /** Keys of expanded rows. */
  open: ReadonlySet<number>
  onToggle: (supplier: Supplier) => void
}

function Details({ supplier: { id, email, phone_number } }: { supplier: Supplier }) {
  return (
    <dl className={classes.details} id={detailsId(id)}>
      <dt>Correo</dt>
      <dd>
        <ContactLink email={email} />
      </dd>
      <dt>Teléfono</dt>
      <dd>
        <ContactLink phone={phone_number} />
      </dd>
    </dl>
  )
}

const detailsId = (id: number) => `supplier-${id}`

export function supplierColumns({ open, onToggle, ...acts }: SupplierColumns): Column<Supplier>[] {
  return [
    {
      header: 'Nombre',
      folded: 'first',
      cell: (supplier) => {
        const opened = open.has(supplier.id)
        return (
          <>
            <strong className={classes.supplier}>
              <button
                type="button"
                className={classes.toggle}
                aria-label={`Detalles de ${supplier.name}`}
                aria-expanded={opened}
                aria-controls={opened ? detailsId(supplier.id) : undefined}
                onClick={() => onToggle(supplier)}
                data-opens
              >
                <IconChevronRight size={20} aria-hidden />
              </button>
              <Named>{supplier.name}</Named>
            </strong>
            {opened && <Details supplier={supplier} />}
          </>
        )
      },
      paper: ({ name }) => name,
    },
    { header: 'Correo', on: 'paper', cell: ({ email }) => email ?? '—' },
    { header: 'Teléfono', on: 'paper', cell: ({ phone_number }) => phone_number ?? '—' },
    { ...rowActsColumn(acts), width: 112 },
  ]
}
