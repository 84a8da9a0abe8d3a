import classes from './preview.module.css'

/** Sample texts of the preview. */
export const samples = {
  title: 'Slow weekends by the sea',
  message: 'Six places to arrive by train, stay a little longer, and bring nothing back but salt on your shoes.',
  heading: 'Hand-picked for you',
  intro: 'Stories, films and walks our advisors keep returning to. Something missing?',
  inspires: ['Islands without cars', 'Where autumn is warm', 'Night trains, ranked'],
}

export type Sample = { leadIn: string; title: string; synopsis: string; runtime: string; author: string; action: string }

export const items: Sample[] = [
  {
    leadIn: 'Watch',
    title: 'A morning in Lisbon’s old harbour',
    synopsis: 'Coffee at the kiosk, the first ferry across, and a tiled street that faces the light.',
    runtime: '4 min',
    author: 'Inês Moura',
    action: 'Watch the film',
  },
  {
    leadIn: 'Read',
    title: 'The mountain huts that still bake bread',
    synopsis: 'Three days on foot between wood stoves, with a bed booked at each of them.',
    runtime: '9 min',
    author: 'Jonas Alder',
    action: 'Read the story',
  },
  {
    leadIn: 'Explore',
    title: 'Kyoto after the last tour bus',
    synopsis: 'Lanterns, river stones and a bar with six seats: what the evening keeps for itself.',
    runtime: '6 min',
    author: 'Mariko Sato',
    action: 'Open the guide',
  },
  {
    leadIn: 'Listen',
    title: 'Voices of the desert road',
    synopsis: 'Two drivers, one radio and four hundred kilometres of stars over the Draa valley.',
    runtime: '22 min',
    author: 'Salma Idrissi',
    action: 'Hear the episode',
  },
  {
    leadIn: 'Walk',
    title: 'Under the beeches of Rügen',
    synopsis: 'A path along white cliffs, best an hour after rain and with nobody else on it.',
    runtime: '3 h',
    author: 'Henrike Voss',
    action: 'See the route',
  },
  {
    leadIn: 'Sail',
    title: 'Seven islands in seven days',
    synopsis: 'A wooden boat, a cook who fishes and a captain who has never looked at a timetable.',
    runtime: '11 min',
    author: 'Nikos Pallis',
    action: 'Read the log',
  },
]

/** Sample pictures, drawn as SVG so that the preview loads no files: a sky, a sun, and hills from far to near. */
const scenes = [
  {
    sky: '#8ec9e0, #fbe3c0',
    sun: [300, 96, 26, '#fff1c9'],
    hills: ['M0 190 Q110 150 220 182 T400 168 V260 H0Z', 'M0 214 H400 V260 H0Z'],
    inks: ['#3f7fa0', '#1f5873'],
  },
  {
    sky: '#9dbfe3, #eef4fb',
    sun: [96, 70, 20, '#ffffff'],
    hills: ['M0 210 L90 96 L150 160 L236 60 L330 176 L400 128 V260 H0Z', 'M0 232 L120 168 L220 222 L320 172 L400 216 V260 H0Z'],
    inks: ['#7f97b5', '#3d5775'],
  },
  {
    sky: '#7a4a86, #f08f6d',
    sun: [296, 74, 34, '#ffd9a0'],
    hills: ['M0 196 H60 V150 L100 128 L140 150 V196 H210 V120 L250 96 L290 120 V196 H400 V260 H0Z', 'M0 226 Q200 196 400 226 V260 H0Z'],
    inks: ['#54345f', '#2b1b3a'],
  },
  {
    sky: '#f4b46b, #fde7c2',
    sun: [120, 88, 30, '#fff3d6'],
    hills: ['M0 200 Q90 120 190 176 Q290 230 400 146 V260 H0Z', 'M0 236 Q150 170 400 226 V260 H0Z'],
    inks: ['#d98c4a', '#a85a2c'],
  },
  {
    sky: '#bfe3cf, #f3fbe8',
    sun: [320, 60, 18, '#f6ffe9'],
    hills: ['M0 176 Q60 120 120 160 Q180 110 250 156 Q320 112 400 164 V260 H0Z', 'M0 214 Q80 168 160 206 Q240 164 320 204 Q360 188 400 206 V260 H0Z'],
    inks: ['#5d9a76', '#2c6249'],
  },
  {
    sky: '#6f8fd0, #fbb9a4',
    sun: [210, 150, 38, '#ffe3d2'],
    hills: ['M0 196 L70 174 L130 196 H250 L318 160 L400 196 V260 H0Z', 'M0 196 H400 V260 H0Z'],
    inks: ['#5a6fa8', '#32467f'],
  },
] as const

export function Scene({ index }: { index: number }) {
  const { sky, sun, hills, inks } = scenes[index % scenes.length] ?? scenes[0]
  return (
    <svg
      className={classes.scene}
      style={{ background: `linear-gradient(${sky})` }}
      viewBox="0 0 400 260"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <circle cx={sun[0]} cy={sun[1]} r={sun[2]} fill={sun[3]} />
      <path d={hills[0]} fill={inks[0]} />
      <path d={hills[1]} fill={inks[1]} />
    </svg>
  )
}
