// Jolly & Roger (advanced deck, two seats) written by hand for speed alone: the floor for an engine.
//
//     cc -O2 -o jolly_and_roger jolly_and_roger.c && ./jolly_and_roger X Y GAMES
//
// X and Y are the two halves of Broadside's quick generator (`kernel/rng.py`). The programme deals
// one table and plays random games from copies of it, as `playouts` of `kernel/playout.py` does:
// the same draws, the same actions in the same order, so the same games. The checksum over all
// results proves it. It has no log, no options, no questions, no reasons and no viewpoints.
//
// Times are the processor's, as in `broadside bench engine`.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SHIPS = 4, VALUES = 5, SEATS = 2, CREWS = SEATS * SHIPS };
enum { SKELETON = 20, KRAKEN = 21, TORTUGA = 22, FACES = 23 };
enum { CARDS = 50, BOX = 10, CARDS_A_TURN = 5, CREW_MAX = 40, ACTIONS_MAX = 64 };
enum { SPLIT, PICK, PLAY, OVER };
// A face lies face down in a crew as `face + PARROT`, and counts 1.
enum { PARROT = 32, SKELETON_STRENGTH = 3 };
// An action that plays a card is a verb, a face and a ship: verb << 8 | face << 3 | ship.
enum { CREW, RAISE, HIDE, BOARD, CALL, TURN_OVER };
enum { NO_SHIP = 4, DIVISIONS = 15 };

static const int COPIES[FACES] = {4, 3, 2, 2, 2, 4, 3, 2, 2, 1, 4, 2, 2, 1, 1, 3, 2, 1, 1, 1, 2, 3, 2};
static const int SHIP_GOLD[SHIPS] = {3, 5, 7, 9};

typedef struct {
  uint8_t deck[CARDS], top, phase, splitter, actor, set_a, hand, waiting, in_crew[CREWS];
  uint8_t crews[CREWS][CREW_MAX];
  int16_t strength[CREWS], chest[SEATS];
} Table;

// ------------------------------------------------------------------------------------- chance

enum { MODULUS_X = 2147483563, MODULUS_Y = 2147483399, SPAN = 2147483562 };

typedef struct {
  int64_t x, y;
} Rng;

static inline int32_t below(Rng *rng, int32_t n) {
  for (;;) {
    rng->x = 40014 * rng->x % MODULUS_X;
    rng->y = 40692 * rng->y % MODULUS_Y;
    int32_t value = (int32_t)(rng->x - rng->y);
    if (value < 0) value += SPAN;
    int32_t drawn = value % n;
    if (value - drawn <= SPAN - n) return drawn;
  }
}

// -------------------------------------------------------------------------------------- rules

static inline int strength_of(int face) { return face % VALUES + 1; }

static void deal(Table *t, Rng *rng) {
  memset(t, 0, sizeof *t);
  int cards = 0;
  for (int face = 0; face < FACES; face++)
    for (int copy = 0; copy < COPIES[face]; copy++) t->deck[cards++] = face;
  for (int i = CARDS - 1; i > 0; i--) {
    int j = below(rng, i + 1);
    uint8_t card = t->deck[i];
    t->deck[i] = t->deck[j];
    t->deck[j] = card;
  }
  t->top = BOX;
  t->splitter = t->actor = below(rng, SEATS);
}

static int legal_plays(const Table *t, uint16_t *actions) {
  int count = 0, mine = t->actor * SHIPS, theirs = SHIPS - mine;
  uint32_t faces = 0;
  for (int i = 0; i < CARDS_A_TURN; i++)
    if (t->hand >> i & 1) faces |= 1u << t->deck[t->top + i];
  uint32_t pirates = faces & ((1u << SKELETON) - 1);
  for (uint32_t left = pirates; left; left &= left - 1)
    actions[count++] = CREW << 8 | __builtin_ctz(left) << 3;
  if (faces >> SKELETON & 1)
    for (int ship = 0; ship < SHIPS; ship++) actions[count++] = RAISE << 8 | SKELETON << 3 | ship;
  for (uint32_t left = faces; left; left &= left - 1)
    for (int ship = 0; ship < SHIPS; ship++)
      actions[count++] = HIDE << 8 | __builtin_ctz(left) << 3 | ship;
  for (uint32_t left = pirates; left; left &= left - 1) {
    int face = __builtin_ctz(left), ship = face / VALUES;
    if (t->strength[mine + ship] > t->strength[theirs + ship])
      actions[count++] = BOARD << 8 | face << 3;
  }
  if (faces >> KRAKEN & 1) {
    for (int ship = 0; ship < SHIPS; ship++) {
      int size = t->in_crew[theirs + ship];
      if (size && t->crews[theirs + ship][size - 1] != SKELETON)
        actions[count++] = CALL << 8 | KRAKEN << 3 | ship;
    }
    actions[count++] = CALL << 8 | KRAKEN << 3 | NO_SHIP;
  }
  if (faces >> TORTUGA & 1) actions[count++] = TURN_OVER << 8 | TORTUGA << 3;
  return count;
}

static int legal(const Table *t, uint16_t *actions) {
  if (t->phase == PLAY) return legal_plays(t, actions);
  int count = t->phase == SPLIT ? DIVISIONS : 2;
  for (int i = 0; i < count; i++) actions[i] = i;
  return count;
}

static inline void join(Table *t, int crew, int entry, int strength) {
  t->crews[crew][t->in_crew[crew]++] = entry;
  t->strength[crew] += strength;
}

static void turn_over(Table *t, int mine) {
  for (int crew = mine; crew < mine + SHIPS; crew++)
    for (int i = 0; i < t->in_crew[crew]; i++) {
      int face = t->crews[crew][i] - PARROT;
      if (face < 0 || face >= SKELETON) continue;
      t->crews[crew][i] = face;
      t->strength[crew] += strength_of(face) - 1;
    }
}

static void call_kraken(Table *t, int crew) {
  int entry = t->crews[crew][--t->in_crew[crew]];
  t->strength[crew] -= entry >= PARROT ? 1 : strength_of(entry);
}

static void end_set(Table *t) {
  if (t->actor != t->splitter) {
    t->actor = t->splitter;
    t->hand = t->waiting;
    return;
  }
  t->top += CARDS_A_TURN;
  t->splitter ^= 1;
  t->actor = t->splitter;
  t->phase = t->top == CARDS ? OVER : SPLIT;
}

static void play_card(Table *t, int action) {
  int verb = action >> 8, face = action >> 3 & 31, ship = action & 7, mine = t->actor * SHIPS, i = 0;
  while (!(t->hand >> i & 1 && t->deck[t->top + i] == face)) i++;
  t->hand ^= 1 << i;
  if (verb == HIDE) join(t, mine + ship, face + PARROT, 1);
  else if (verb == CREW) join(t, mine + face / VALUES, face, strength_of(face));
  else if (verb == BOARD) t->chest[t->actor] += strength_of(face);
  else if (verb == RAISE) join(t, mine + ship, face, SKELETON_STRENGTH);
  else if (verb == TURN_OVER) turn_over(t, mine);
  else if (ship != NO_SHIP) call_kraken(t, SHIPS - mine + ship);
  if (!t->hand) end_set(t);
}

static void apply(Table *t, int action) {
  if (t->phase == PLAY) {
    play_card(t, action);
  } else if (t->phase == SPLIT) {
    t->set_a = action << 1 | 1;
    t->actor = 1 - t->splitter;
    t->phase = PICK;
  } else {
    t->hand = action ? 31 - t->set_a : t->set_a;
    t->waiting = 31 - t->hand;
    t->phase = PLAY;
  }
}

static int captain(const Table *t, int ship) {
  int lead = t->strength[ship] - t->strength[SHIPS + ship];
  return lead > 0 ? 0 : lead < 0 ? 1 : -1;
}

static int64_t result(const Table *t) {
  int score[SEATS] = {t->chest[0], t->chest[1]}, winner = -1;
  for (int ship = 0; ship < SHIPS; ship++) {
    int seat = captain(t, ship);
    if (seat < 0) continue;
    score[seat] += SHIP_GOLD[ship];
    winner = seat;  // the last one has the most gold: it settles a tie
  }
  if (score[0] != score[1]) winner = score[0] > score[1] ? 0 : 1;
  return score[0] * 131 + score[1] * 7 + winner + 2;
}

// ------------------------------------------------------------------------------- measurements

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static double clone_ns(const Table *t) {
  enum { COPIES_KEPT = 64, TIMES = 1000000 };
  static Table copies[COPIES_KEPT];
  double start = now();
  for (int i = 0; i < TIMES; i++) {
    memcpy(&copies[i % COPIES_KEPT], t, sizeof *t);
    __asm__ volatile("" ::"r"(copies) : "memory");  // or the compiler would leave them out
  }
  return (now() - start) / TIMES * 1e9;
}

int main(int count, char **words) {
  if (count != 4) {
    fprintf(stderr, "usage: %s X Y GAMES, such as: %s 1 1 100000\n", words[0], words[0]);
    return 2;
  }
  Rng rng = {atoll(words[1]), atoll(words[2])};
  long games = atol(words[3]);
  int64_t decisions = 0, checksum = 0;
  uint16_t actions[ACTIONS_MAX];
  Table dealt;
  deal(&dealt, &rng);
  double start = now();
  for (long game = 0; game < games; game++) {
    Table t = dealt;
    below(&rng, MODULUS_X - 1);  // each copy is given a generator of its own
    below(&rng, MODULUS_Y - 1);
    for (; t.phase != OVER; decisions++) {
      int found = legal(&t, actions);
      apply(&t, actions[below(&rng, found)]);
    }
    checksum = (checksum * 31 + result(&t)) % 1000003;
  }
  double took = now() - start;
  printf("{\"games\": %ld, \"decisions\": %lld, \"checksum\": %lld, \"decisions_per_second\": %.0f,"
         " \"clone_ns\": %.1f}\n",
         games, (long long)decisions, (long long)checksum, decisions / took, clone_ns(&dealt));
  return 0;
}
