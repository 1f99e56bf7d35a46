import { ActionIcon, Box, Group, TextInput } from '@mantine/core'
import { formatTaxId, parseTaxId } from '@torniquete/contract/fiscal/do/tax-id.ts'
import { type Supplier, NewSupplier as SupplierToCreate } from '@torniquete/contract/till/suppliers.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useActionForm } from '../../forms/use-action-form.tsx'
import { makeValidator } from '../../forms/use-record-form.tsx'
import { ChoiceField } from '../../kit/ChoiceField.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { focusNextField } from '../../kit/focus-next-field.ts'
import { IconPlus } from '../../kit/icons.ts'
import { useFilteredRows } from '../../kit/use-filtered-rows.ts'
import type { ClientOrSupplier } from '../drafts/draft.ts'
import { TaxIdField } from '../fiscal/TaxIdField.tsx'
import { useFillTaxpayerName } from '../fiscal/use-known-taxpayer-name.ts'

const searchTextOf = ({ name, tax_id }: Pick<Supplier, 'name' | 'tax_id'>): string =>
  tax_id ? `${name} ${tax_id} ${formatTaxId(tax_id)}` : name

interface SupplierFieldProps {
  supplier: ClientOrSupplier | null
  onChange: (supplier: ClientOrSupplier | null) => void
  error: string | false
  /** Opens the form for a new supplier, with the name or RNC that no supplier has. */
  onAdd: ((typed: string) => void) | null
}

export function SupplierField({ supplier, onChange, error, onAdd }: SupplierFieldProps) {
  const { data, error: failure } = useEndpoint('suppliers.list', {})
  const notFound = data?.length === 0 ? 'No hay proveedores registrados' : 'No se encontró ningún proveedor.'
  return (
    <Group align="flex-end" wrap="nowrap" gap="xs">
      <Box flex={1}>
        <ChoiceField<ClientOrSupplier>
          {...useFilteredRows<ClientOrSupplier & Pick<Supplier, 'tax_id'>>(data, failure, searchTextOf)}
          label="Proveedor"
          listLabel="Proveedores"
          placeholder={onAdd ? 'Nombre o RNC' : 'Selecciona un proveedor'}
          nothingFound={onAdd ? 'No se encontró. Enter lo agrega.' : notFound}
          required
          value={supplier}
          onPick={onChange}
          onMoveOn={focusNextField}
          onNothing={(text) => {
            onAdd?.(text)
            return onAdd !== null
          }}
          error={failure?.message ?? error}
        />
      </Box>
      {onAdd && (
        <ActionIcon
          variant="default"
          size={42}
          aria-label="Nuevo proveedor"
          title="Nuevo proveedor"
          onClick={() => onAdd('')}
        >
          <IconPlus size={20} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}

interface NewSupplierDialogProps {
  /** Name or RNC typed before. */
  typed: string
  onClose: () => void
  onAdded: (supplier: Supplier) => void
}

export function NewSupplierDialog({ typed, onClose, onAdded }: NewSupplierDialogProps) {
  const digits = parseTaxId(typed)?.digits
  const { form, field, dialog } = useActionForm({
    values: { tax_id: digits ?? '', name: digits ? '' : typed.trim() },
    validate: makeValidator(SupplierToCreate),
    run: (body, send) => send('suppliers.create', { body: { ...body, legal_name: body.name } }),
    done: 'Proveedor agregado con éxito',
    onSaved: (supplier) => {
      onAdded(supplier)
      onClose()
    },
    onClose,
  })
  const { tax_id, name } = form.values
  useFillTaxpayerName(tax_id, name, (known) => form.setFieldValue('name', known.slice(0, 50)))
  return (
    <FormDialog {...dialog} title="Nuevo proveedor" size="md">
      <TaxIdField {...field('tax_id', 'RNC o cédula')} data-autofocus={digits ? undefined : true} />
      <TextInput
        required
        maxLength={50}
        {...field('name', 'Nombre o razón social')}
        data-autofocus={digits ? true : undefined}
      />
    </FormDialog>
  )
}
