// Draws faces of invented people. A face depends only on name and seed, so it is the same at every start.
import { foldCaseAndAccents } from '@torniquete/contract/shared/text-matching.ts'
import { makeRandomGenerator, pickRandomItem } from './person-names.ts'

const skins = ['#f3cfb0', '#e6b48c', '#d29a6d', '#b97d4f', '#99603a', '#7a4a2b', '#5d3820']
const dark = ['#17130f', '#221812', '#2e2019']
const grey = '#9a9a9a'
const hairs = [...dark, '#5b3a22', '#7b4f2a', '#a67c46', grey]
const grounds = ['#d7ece7', '#dfe7f4', '#f4e6d8', '#ece1f1', '#e2edd6', '#f6dfdf', '#dcebf3']
const shirts = ['#1f8f80', '#2f5d8c', '#c2553f', '#d99a2b', '#5f4b8b', '#3c7a3f', '#37474f', '#b5446e']

const womenNames = new Set('carmen mercedes raquel noelia ines berenice isabel marisol altagracia'.split(' '))
/** Guesses the gender from the ending of the first name. */
const isWoman = (name: string): boolean => {
  const [first = ''] = foldCaseAndAccents(name).split(' ')
  return first.endsWith('a') || womenNames.has(first)
}

type Draw = (colour: string) => string
/** SVG of the hair behind the head and of the hair on it. */
interface Hair {
  back?: Draw
  front: Draw
}

const crown = 'M72 118c-6-52 22-80 56-80s62 28 56 80c-6-22-14-36-26-44-20 10-48 12-66 4-10 8-16 22-20 40z'
const long: Hair = {
  back: (colour) => `<path d="M62 118c-4-60 28-92 66-92s70 32 66 92l4 84c-40 18-100 18-140 0z" fill="${colour}"/>`,
  front: (colour) => `<path d="${crown}" fill="${colour}"/>`,
}
const bun: Hair = {
  back: (colour) => `<circle cx="128" cy="30" r="24" fill="${colour}"/>`,
  front: (colour) =>
    `<path d="M72 112c-4-46 22-74 56-74s60 28 56 74c-8-26-26-42-56-42s-48 16-56 42z" fill="${colour}"/>`,
}
const curls: Hair = {
  front: (colour) =>
    `<g fill="${colour}">${[
      [78, 84, 22],
      [96, 58, 26],
      [128, 46, 28],
      [160, 58, 26],
      [178, 84, 22],
    ]
      .map(([x, y, radius]) => `<circle cx="${x}" cy="${y}" r="${radius}"/>`)
      .join('')}</g>`,
}
const short: Hair = {
  front: (colour) =>
    `<path d="M70 108c-6-46 20-72 58-72s64 26 58 72c-4-14-8-22-14-28-14-6-26-8-44-8s-30 2-44 8c-6 6-10 14-14 28z" fill="${colour}"/>`,
}
const parted: Hair = {
  front: (colour) =>
    `<path d="M70 106c-4-44 22-72 60-70 38 0 62 28 56 70-6-20-18-32-40-36-26 6-52 10-76 36z" fill="${colour}"/>`,
}
const shaved: Hair = {
  front: (colour) =>
    `<path d="M72 96c4-38 28-58 56-58s52 20 56 58c-12-20-32-30-56-30s-44 10-56 30z" fill="${colour}" opacity=".55"/>`,
}
const tail: Hair = {
  back: (colour) => `<path d="M168 60c34 10 40 60 28 104-14 4-24-4-22-16 6-30 4-58-12-74z" fill="${colour}"/>`,
  front: bun.front,
}

const womenHairstyles = [long, long, bun, curls, tail, parted]
const menHairstyles = [short, short, parted, curls, shaved, shaved]

const glasses = `<g fill="none" stroke="#2c3338" stroke-width="4"><circle cx="105" cy="122" r="17"/><circle cx="151" cy="122" r="17"/><path d="M122 120h12"/></g>`
const mouths = [
  '<path d="M110 158q18 16 36 0" fill="none" stroke="#8c3b32" stroke-width="5" stroke-linecap="round"/>',
  '<path d="M108 154q20 26 40 0z" fill="#fff" stroke="#8c3b32" stroke-width="4" stroke-linejoin="round"/>',
  '<path d="M114 159q14 9 28-2" fill="none" stroke="#8c3b32" stroke-width="5" stroke-linecap="round"/>',
]

/** Draws a face as an SVG of 256 × 256 pixels. */
export function drawFace(name: string, seed: number): string {
  const random = makeRandomGenerator(7_919 * (seed + 1))
  const woman = isWoman(name)
  const [skin, ground, shirt] = [skins, grounds, shirts].map((all) => pickRandomItem(random, all)) as [
    string,
    string,
    string,
  ] // one of three colours for each
  // Hair in a colour as bright as the face would not be visible.
  const hair = pickRandomItem(random, skins.indexOf(skin) < 2 ? hairs : [...dark, grey])
  const style = pickRandomItem(random, woman ? womenHairstyles : menHairstyles)
  const bearded = !woman && random() < 0.4
  const features = [
    `<g fill="#22262a"><circle cx="105" cy="122" r="5.5"/><circle cx="151" cy="122" r="5.5"/></g>`,
    `<path d="M94 104q11-7 22-1M140 103q11-6 22 1" fill="none" stroke="${hair}" stroke-width="5" stroke-linecap="round"/>`,
    `<path d="M128 126l-5 16q5 4 10 0" fill="none" stroke="#000" stroke-opacity=".22" stroke-width="4" stroke-linecap="round"/>`,
    `<g fill="#d4604f" opacity=".22"><circle cx="92" cy="146" r="11"/><circle cx="164" cy="146" r="11"/></g>`,
  ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256"><rect width="256" height="256" fill="${ground}"/>`,
    style.back?.(hair) ?? '',
    `<path d="M28 256c4-48 44-66 100-66s96 18 100 66z" fill="${shirt}"/>`,
    `<path d="M104 166h48v28c0 14-48 14-48 0z" fill="${skin}"/><path d="M104 178q24 22 48 0v8q-24 20-48 0z" opacity=".14"/>`,
    `<g fill="${skin}"><circle cx="72" cy="126" r="13"/><circle cx="184" cy="126" r="13"/><path d="M72 108c0-42 24-66 56-66s56 24 56 66c0 46-24 82-56 82s-56-36-56-82z"/></g>`,
    bearded
      ? `<path d="M73 128c6 14 14 16 26 16 16-8 42-8 58 0 12 0 20-2 26-16-2 40-24 66-55 66s-53-26-55-66z" fill="${hair}"/>`
      : '',
    ...features,
    pickRandomItem(random, mouths),
    style.front(hair),
    random() < 0.18 ? glasses : '',
    '</svg>',
  ].join('')
}
