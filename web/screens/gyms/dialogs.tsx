import '@mantine/core/styles/Switch.layer.css'
import { SimpleGrid, Switch, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type Gym, GymChange, NewGym as GymToCreate } from '@torniquete/contract/admin/gyms.ts'
import {
  findSocialLinkErrors,
  formatSocialLinkRows,
  parseSocialLinkRows,
  serializeSocialLinkRows,
} from '../../features/contacts/link-rows.ts'
import { SocialLinksField } from '../../features/contacts/SocialLinksField.tsx'
import { makeResourceDialogs } from '../../features/resource/make-resource-dialogs.tsx'
import { ImageField } from '../../forms/ImageField.tsx'
import { makeValidator, type StoredRow, useRecordForm } from '../../forms/use-record-form.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { readBrowserTimeZone } from '../../kit/InstantText.tsx'
import { NewPasswordField } from '../../kit/NewPasswordField.tsx'
import { screens } from '../../navigation/screens.ts'
import { addNewGymLogin, forgetNewGymLogin, openNewGymLogin } from './new-gym-logins.ts'

const toValues = (gym: Gym | null) => ({
  name: gym?.name ?? '',
  owner: gym?.owner ?? '',
  username: gym?.username ?? '',
  password: '',
  email: gym?.email ?? '',
  phone_number: gym?.phone_number ?? '',
  website_url: gym?.website_url ?? '',
  address: gym?.address ?? '',
  is_active: gym?.is_active ?? true,
  links: parseSocialLinkRows(gym?.social_link),
})

type GymValues = ReturnType<typeof toValues>

const toBody = ({ links, ...values }: GymValues) => ({ ...values, social_link: serializeSocialLinkRows(links) })

const validateNew = makeValidator(GymToCreate, toBody)
/** Validates a change; a blank password is sent as null, which keeps the stored one. */
const validateChange = makeValidator(GymChange, (values: GymValues) => ({
  ...toBody(values),
  password: values.password || null,
}))

function GymForm({ stored }: { stored: StoredRow<Gym> | null }) {
  /** False for a new gym, or one whose login is still to be created. */
  const hasLogin = stored !== null && stored.row.username !== ''
  const navigate = useNavigate()
  const { field, picture, dialog } = useRecordForm({
    stored,
    toValues,
    toBody,
    validate: (values) => ({
      ...(hasLogin ? validateChange(values) : validateNew(values)),
      ...findSocialLinkErrors(values.links),
    }),
    create: (body, send) => send('gyms.create', { body }),
    update: async (gym, body, ifMatch, send) => {
      const saved = await send('gyms.update', { params: { id: gym.id }, body, ifMatch })
      if (body.username || body.password) forgetNewGymLogin(gym)
      return saved
    },
    offer: ({ name, username, password }) => {
      const entry = { name, username, password, access_token: null }
      addNewGymLogin(entry, false)
      const run = () => void navigate({ to: screens.adminGyms.path }).then(() => openNewGymLogin(entry))
      return { label: 'Cómo entra', run }
    },
    created: 'Gimnasio agregado con éxito',
    updated: 'Gimnasio editado con éxito',
    picture: { folder: 'gyms', field: 'logo', pathOf: ({ logo_path }) => logo_path },
  })
  return (
    <FormDialog {...dialog} entity="Gimnasio">
      <ImageField label="Logo" square {...picture} currentUrl={stored?.row.logo_url} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput required maxLength={255} {...field('name', 'Nombre')} />
        <TextInput required maxLength={255} {...field('owner', 'Propietario')} />
        <TextInput
          required
          maxLength={50}
          autoCapitalize="none"
          {...field('username', 'Username', {
            description:
              stored && !hasLogin ? 'No hay Super Administrador: este usuario y su contraseña lo crean.' : undefined,
          })}
        />
        <NewPasswordField optional={hasLogin} {...field('password', 'Contraseña')} />
        <TextInput type="email" maxLength={255} {...field('email', 'Correo')} />
        <TextInput type="tel" maxLength={20} {...field('phone_number', 'Teléfono')} />
      </SimpleGrid>
      <TextInput type="url" placeholder="https://…" maxLength={255} {...field('website_url', 'Sitio web')} />
      <TextInput maxLength={255} {...field('address', 'Dirección')} />
      <SocialLinksField {...field('links', 'Redes sociales', { show: formatSocialLinkRows })} />
      <Switch {...field('is_active', 'Activo', { type: 'checkbox' })} />
    </FormDialog>
  )
}

export const {
  New: NewGym,
  Edit: EditGym,
  Deleted: DeletedGyms,
} = makeResourceDialogs({
  area: 'gyms',
  paramsOf: (id) => ({ id }),
  Form: GymForm,
  title: 'Editar Gimnasio',
  deleted: {
    title: 'Gimnasios eliminados',
    explanation: 'Durante 30 días un gimnasio eliminado se puede restaurar con todos sus datos.',
    done: 'Gimnasio restaurado',
    nothingFound: 'No se encontró ningún gimnasio.',
    zone: readBrowserTimeZone(),
  },
})
