/** Runs `loglines.ts`, which has no browser and no server. */
import config from '../vite.config.ts';

export default { ...config, test: { ...config.test, include: ['dev/loglines.ts'] } };
