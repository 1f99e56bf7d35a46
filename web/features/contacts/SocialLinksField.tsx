import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '../../kit/icons.ts'
import { invalidSocialLinkText, isInvalidSocialLink, type SocialLinkRow } from './link-rows.ts'

interface LinksFieldProps {
  label: string
  value: readonly SocialLinkRow[]
  onChange: (rows: SocialLinkRow[]) => void
}

export function SocialLinksField({ label, value: rows, onChange }: LinksFieldProps) {
  const change = (at: number, part: Partial<SocialLinkRow>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
    onChange([...rows, { key, name: '', address: '' }])
  }
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      <Input.Label component="div">{label}</Input.Label>
      <Stack component="ul" gap="0.6rem" display={rows.length === 0 ? 'none' : undefined}>
        {rows.map((row, index) => (
          <Group key={row.key} component="li" gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              aria-label={`Nombre del enlace ${index + 1}`}
              placeholder="Instagram"
              // Focuses a row that the user just added: only such a row has no stored address.
              autoFocus={row.stored === undefined}
              w={140}
              value={row.name}
              onChange={(event) => change(index, { name: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`Dirección del enlace ${index + 1}`}
              placeholder="https://…"
              inputMode="url"
              flex={1}
              value={row.address}
              error={isInvalidSocialLink(row) ? invalidSocialLinkText : undefined}
              onChange={(event) => change(index, { address: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={42}
              aria-label={`Quitar el enlace ${row.name || index + 1}`}
              onClick={() => onChange(rows.filter((_, other) => other !== index))}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
      <Group>
        <Button variant="default" size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          Nuevo enlace
        </Button>
      </Group>
    </Stack>
  )
}
