/** How this browser likes its pages: size of text, sound, speed of motion. Kept from visit to visit. */
import { recall, remember } from '../memory';

export const TEXT_SIZES = [100, 125, 150, 200] as const;
export const SPEEDS = ['calm', 'brisk', 'none'] as const;
export type Speed = (typeof SPEEDS)[number];

/** What a motion's time is multiplied with. */
const FACTORS: Record<Speed, number> = { calm: 1, brisk: 0.5, none: 0 };

function kept<T>(key: string, known: readonly T[], usual: T): T {
  return known.find((one) => String(one) === recall(key)) ?? usual;
}

class Settings {
  textSize: number = $state(kept('text', TEXT_SIZES, 100));
  speed: Speed = $state(kept('speed', SPEEDS, 'calm'));
  sound: boolean = $state(recall('sound') === 'on');

  /** How long motions take, compared with the usual time. */
  get pace(): number {
    return FACTORS[this.speed];
  }

  size(percent: number): void {
    this.textSize = percent;
    remember('text', String(percent));
  }

  move(speed: Speed): void {
    this.speed = speed;
    remember('speed', speed);
  }

  turnSound(on: boolean): void {
    this.sound = on;
    remember('sound', on ? 'on' : 'off');
  }
}

export const settings = new Settings();
