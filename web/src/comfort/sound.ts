/**
 * Sounds, made of noise and sine waves when they are wanted: no file is fetched. Off until somebody
 * switches them on; browsers let a page sound only after a click or a key.
 */
import { settings } from './settings.svelte';

export type Sound = 'card' | 'dice' | 'turn' | 'mutiny';

let context: AudioContext | null = null;

/** Sound, if that is wanted here. */
export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === 'undefined' || document.hidden) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  SOUNDS[sound](context, context.currentTime + 0.02);
  document.documentElement.dataset.sounded = sound;
}

const SOUNDS: Record<Sound, (audio: AudioContext, at: number) => void> = {
  /** Paper that slides over wood. */
  card: (audio, at) => noise(audio, at, { lasts: 0.09, pitch: 2600, loud: 0.16 }),
  /** Bones on a table, slower and slower. */
  dice: (audio, at) => {
    for (const after of [0, 0.06, 0.13, 0.22, 0.34])
      noise(audio, at + after, { lasts: 0.035, pitch: 900 + 4000 * (0.4 - after), loud: 0.4 });
  },
  /** A ship's bell, struck twice. */
  turn: (audio, at) => {
    for (const after of [0, 0.22]) {
      tone(audio, at + after, { lasts: 0.9, pitch: 1046, loud: 0.1 });
      tone(audio, at + after, { lasts: 0.5, pitch: 2637, loud: 0.04 });
    }
  },
  /** Fists on planks, and a shout. */
  mutiny: (audio, at) => {
    for (const after of [0, 0.18, 0.36]) {
      tone(audio, at + after, { lasts: 0.25, pitch: 82, loud: 0.5 });
      noise(audio, at + after, { lasts: 0.12, pitch: 300, loud: 0.5 });
    }
  },
};

interface Wave {
  lasts: number;
  pitch: number;
  loud: number;
}

/** A sine wave that fades away. */
function tone(audio: AudioContext, at: number, { lasts, pitch, loud }: Wave): void {
  const wave = new OscillatorNode(audio, { frequency: pitch });
  wave.connect(fading(audio, at, lasts, loud));
  wave.start(at);
  wave.stop(at + lasts);
}

/** Noise around a pitch that fades away. */
function noise(audio: AudioContext, at: number, { lasts, pitch, loud }: Wave): void {
  const length = Math.ceil(audio.sampleRate * lasts);
  const buffer = new AudioBuffer({ length, sampleRate: audio.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const band = new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: 1.2 });
  source.connect(band).connect(fading(audio, at, lasts, loud));
  source.start(at);
}

function fading(audio: AudioContext, at: number, lasts: number, loud: number): GainNode {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  gain.connect(audio.destination);
  return gain;
}

/** What an event of a game sounds like; null for what makes no noise. */
export function soundOf(kind: string, moves: boolean): Sound | null {
  if (/^(mutiny|vote_called)/.test(kind)) return 'mutiny';
  if (/dice|rolled|die_/.test(kind)) return 'dice';
  return moves ? 'card' : null;
}
