# Every text of the web app in English. Ids are shared by all languages: see catalogue.test.ts.

## Places
nowhere = There is nothing here
to-floor = To the floor
no-table = There is no such table
coming = Coming to the table …
house-away = The house does not answer. Trying again.
places = Places
tables = Tables
table = The table
language = Language
sign-out-name = Sign out, { $name }
sign-in = Sign in
sign-in-gloss = To play for money, and to keep your rounds. Practice tables need no name.
sign-in-given = Somebody else chose your password. Choose your own first.
name = Name
password = Password
password-given = The password you were given
password-fresh = Your own, at least ten characters
floor = The floor
floor-promise = Sit down at a practice table: no name, no money, no signing up.
filters = Which tables
all-games = All games
game-pai-gow = Pai Gow
game-rapid-roulette = Rapid Roulette
book = Book
any-book = Any book
any-limits = Any limits
limits-low = From 10 or less
limits-middle = From 11 to 49
limits-high = From 50
no-table-fits = No table fits. Choose other limits or another book.
watch = Watch
watch-table = Watch { $table }
sit-down = Sit down
sit-down-at = Sit down at { $table }
free = { $free } free
seats-free = Seats: { $free } free
stations-free = Stations: { $free } of { $all } free
bank = Bank
bank-at = { $who }, area { $area }
limits = Limits
edge = House edge
money = Money
money-practice = Practice
money-accounts = Accounts
money-cash = Cash
from-to = { $least } to { $most }
per-cent = { $rate } %
round-n = Round { $n }
spin-n = Spin { $n }
turn-left = { $turn }, { $seconds } s left
floor-waits = Waits for a player
floor-waits-detail = Begins when somebody sits down
floor-bets = Place your bets
floor-no-bets = No more bets

## Books, by their plain names
book-star-2016 = The Star, Sydney 2016
book-vcga-2000 = Victoria, 2000
book-uk-leaflet = United Kingdom leaflet
book-crown-6-1 = Crown, Melbourne 6.1
book-nz-1999 = New Zealand, 1999
book-bonanza = Bonanza Pai Gow
book-crown-pai-gow = Crown Pai Gow
book-crown-bonanza = Bonanza over Crown Pai Gow
book-rapid-roulette-2000 = Rapid Roulette, 2000
about-star-2016 = Pai Gow. Three dice and a cut die, eight areas.
about-vcga-2000 = Pai Gow. The dice total names box and cut.
about-uk-leaflet = Pai Gow. Seven places and the dealer.
about-crown-6-1 = Pai Gow, rule 14. Six areas, Bonanza, Big and Small.
about-nz-1999 = Pai Gow, as amended in 1999.
about-rapid-roulette-2000 = Single zero, one wheel, 24 stations.

## People
person-you = You
you-too = you
person-house = The House
person-dealer = The dealer
person-supervisor = A supervisor
person-inspector = An inspector
person-account = Player { PLAIN($n) }
person-guest = Guest { PLAIN($n) }
person-bot = Bot { $n ->
    [1] One
    [2] Two
    [3] Three
    [4] Four
    [5] Five
    [6] Six
    [7] Seven
    [8] Eight
   *[other] { PLAIN($n) }
}
whose = { $who }’s
whose-you = Your

## The bar: whose turn it is
table-round = { $money }, round { $n }
table-practice = Practice table
table-accounts = Table for money
table-cash = Table for cash
time-unknown = No time limit
seconds-left = { $n ->
    [one] One second left
   *[other] { $n } seconds left
}
seconds = { $n } s
hurry = { $what }: { $n } seconds
balance = Balance
net = Net
time = Time
menu = Menu
posted-at = new from { $time }
now-halted = The table is halted
now-halted-why = { $why }
now-waits = The table waits
now-waits-for = { $what }
now-shut = The table opens
now-closed = The table is closed
now-bank = The bank is yours, if you want it
now-bank-detail = Bank against the others, or leave it to the next.
now-wager = Place your wager
now-wager-detail = The bank plays against everybody who wagers.
now-wager-carried = A stand-off lies on your area. It plays as it lies, or change it.
now-cover = The bank cannot cover all wagers
now-cover-detail = Add to the bank, or play with what it has.
now-shake = Shake the dice
now-shake-detail = The banker shakes. You may change the total before.
now-cut = Name the cut
now-cut-detail = How the wall is cut, or leave it to the dealer.
now-confirm = Confirm your hand
now-confirm-detail = The dealer set the bank’s hand. Say that you agree.
now-set = Set your hand
now-set-detail = Pair your four tiles.
now-set-waiting = Pair your four tiles. Waiting for { $who }.
now-look = Your tiles are dealt
now-look-detail = Look at them, or leave them to the dealer.
now-look-waiting = Look at them, or leave them to the dealer. Waiting for { $who }.
now-won = You win { $amount }
now-lost = You lose { $amount }
now-even = Nothing won or lost
now-settled = Settled. Wagers open again soon.
now-watching = You are watching.
now-bank-offered = The bank is offered
now-bank-offered-to = { $who } may take it.
now-bank-house = Nobody has taken it yet.
now-wall = The tiles are shuffled
now-wagers = Place your wagers
now-wagers-detail = Wagers are open.
now-wagered = Your wager stands: { $amount }
now-wagered-detail = Until the dice are shown you can change it.
now-hands = Hands are being set
now-waiting = Waiting for { $who }.
now-dealer-sets = The dealer sets what was left to the House.
now-match = Hands are matched
now-clear = Everything is paid

## The felt
felt-label = The felt. { $bank } banks at area { $area }.
felt-label-seat = You sit at area { $area }.
print = Even money, less { $rate } %
wall = The wall
wall-cut = The wall, as cut
wall-mine = Your tiles were lot { $lot }.
wall-stands = Stacked, not cut yet
wall-none = The dealer shuffles the tiles
dice = Dice
cut-die = Cut die
dice-wait = Not shaken yet
dice-first = Area { $area } first
dice-total-first = { $total ->
    [3] Three
    [4] Four
    [5] Five
    [6] Six
    [7] Seven
    [8] Eight
    [9] Nine
    [10] Ten
    [11] Eleven
    [12] Twelve
    [13] Thirteen
    [14] Fourteen
    [15] Fifteen
    [16] Sixteen
    [17] Seventeen
    [18] Eighteen
   *[other] { $total }
}: area { $area } first
dice-sum = { $sum }, from the chung
bank-low = Bank, low
bank-high = Bank, high
round-settled = The round is settled
arc-bank = Bank: low { $low }, high { $high }
arc-house-way = Dealer
arc-area = { $area } { $state }
signed = { SIGNED($amount) }
area-bank = Bank
area-off = Out of play
area-closed = Closed
area-out = Out
area-unused = Taken back
area-house-way = House Way
area-set = Set
area-setting = Setting
area-carried = From a stand-off
area-jung = Jung { SIGNED($net) }
area-che = Che { SIGNED($net) }
area-jowl = Jowl, stays
seat-free = Free seat
sit-here = Sit here
sit-at = Sit at area { $area }
no-wager = no wager
first-lot = first lot
side-chip = { $kind } { $amount }
kind-regular = Wager
kind-bonus = Bonus
kind-tie = Tie
kind-big = Big
kind-small = Small
tile-6-6 = Teen
tile-1-1 = Day
tile-4-4 = High 8
tile-1-3 = High 4
tile-5-5 = High 10
tile-3-3 = High 6
tile-2-2 = Low 4
tile-5-6 = 11
tile-4-6 = Low 10
tile-1-6 = High 7
tile-1-5 = Low 6
tile-3-6 = 9
tile-4-5 = 9
tile-2-6 = Low 8
tile-3-5 = Low 8
tile-2-5 = Low 7
tile-3-4 = Low 7
tile-1-4 = 5
tile-2-3 = 5
tile-2-4 = Gee Jun 6
tile-1-2 = Gee Jun 3
tile-face = { $tile }, { $face }
tile-down = A tile, face down
hands-shown = low { $low }, high { $high }
rank-12 = Teen
rank-2 = Day
rank-H8 = High 8
rank-H4 = High 4
rank-H10 = High 10
rank-H6 = High 6
rank-L4 = Low 4
rank-11 = 11
rank-L10 = Low 10
rank-H7 = High 7
rank-L6 = Low 6
rank-9 = 9
rank-L8 = Low 8
rank-L7 = Low 7
rank-5 = 5
rank-GJ = Gee Jun
hand-pair = Pair of { $rank }
hand-gee-jun = Gee Jun, the highest pair
hand-wong = { $rank } Wong
hand-gong = { $rank } Gong
hand-high-nine = { $rank } High Nine
hand-points = { $points ->
    [0] Zero
    [1] One
    [2] Two
    [3] Three
    [4] Four
    [5] Five
    [6] Six
    [7] Seven
    [8] Eight
   *[other] Nine
}
hand-leads = { $rank } leads
hand-with = with { $rank }
comma-lead = , { $lead }
cut-turned = { $cut }{ $turned }
cut-arn-lok-peng-sar = Arn Lok Peng Sar
cut-bo-bo-go-sing = Bo Bo Go Sing
cut-chee-yee = Chee Yee
cut-china-bank = China Bank
cut-chong-wan-sup-lok = Chong Wan Sup Lok
cut-cup-say = Cup Say
cut-dai-pin = Dai Pin
cut-fong-may = Fong May
cut-foot-say = Foot Say
cut-ghan-dong-cup-say = Ghan Dong Cup Say
cut-ghan-dong-ping-say = Ghan Dong Ping Say
cut-gum-un-que = Gum Un Que
cut-jung-quat = Jung Quat
cut-long-tau = Long Tau
cut-pong-yun = Pong Yun
cut-seung-gwai-pak-moon = Seung Gwai Pak Moon
cut-sydney-harbour-bridge = Sydney Harbour Bridge
cut-sydney-tower = Sydney Tower
cut-wui-fung-bank = Wui Fung Bank
cut-yat-dong-dong = Yat Dong Dong
cut-yat-kai-sum-may = Yat Kai Sum May
turned-plain = {""}
turned-top = , top
turned-bottom = , bottom
turned-right = , right
turned-left = , left
turned-right-top = , right, top
turned-right-bottom = , right, bottom
turned-left-top = , left, top
turned-left-bottom = , left, bottom

## Setting a hand
your-tiles = Your tiles
your-tiles-at = area { $area }, wager { $amount }
three-ways = Three ways to pair them
three-ways-how = touch one, or touch two tiles
tiles-dealt = Four tiles were dealt to you
hand-done = Your hand
look = Look at your tiles
look-gloss = They lie face down on your area. Look at them and pair them, or let the dealer set them the House Way without a look.
left-to-dealer = You left your hand to the dealer, who sets it the House Way.
hand-is-set = Your hand is set. It lies on your area until the bank opens.
hand-waits = Your tiles lie on your area.
low = Low
high = High
house-way = House Way
house-way-gloss = the dealer sets it
set-hand = Set this hand
sending = Sending …
pair-of = { $tiles }
way-label = Way { $n }. Low: { $low }. High: { $high }.
way-label-tiles = Way { $n }. { $one }; { $other }.
tip-set = A hand that you have set stays set. Until then you can change it.
tip-look = Nobody else sees your tiles.
tip-wait = The bank opens when every hand is set.

## Wagers
your-wager = Your wager
wager-bounds = { $least } to { $most }, in steps of { $step }
wager-closed = Wagers are closed.
spots = Where the chips go
spot-label = { $kind }, area { $area }: { $amount ->
    [0] no wager
   *[other] { $amount } of yours
}
lies = { $amount } lies there
lies-carried = { $amount } from a stand-off
not-sent = not sent yet
other-areas = Elsewhere
own-area = My own area
area-kind = Area { $area }, { $kind }
area-kind-lies = Area { $area }, { $kind }: { $amount } of yours
chips = Chips
chips-how = each touch adds one
add-chip = Add { $chip }
clear = Clear
tip-wager = A chip is yours to move until the house has it.
tip-wager-lies = Until the dice are shown you can change it or take it back.
take-back = Take back
wager-amount = Wager { $amount }
wager-change = Change to { $amount }
wager-stay = Leave { $amount } there
wager-lies = { $amount } stands
amount = Amount
less = Less
more = More

## The bank
bank-yours = The bank
bank-yours-at = area { $area }, bank { $n } in a row
bank-gloss = Whoever banks stands in for the House: the hands of the others are matched with theirs.
bank-how = How to bank
bank-player = Alone
bank-player-gloss = Your stake covers the wagers of the others.
bank-co-bank = With the House
bank-co-bank-gloss = You and the House share wins and losses.
bank-house = For the House
bank-house-gloss = The House banks.
bank-join = Share the bank
bank-join-gloss = You add to the bank of whoever holds it.
bank-join-with = Join with { $amount }
bank-take = Bank with { $amount }
bank-tip = What you say is heard at once. Declining passes the bank on.
bank-decline = Not now
bank-pass = Never offer it
bank-pass-no = Offer me the bank again
stake = Stake
stake-how = what your bank puts up

## Sitting down
sit-free = { $free ->
    [0] no area is free
    [one] one area is free
   *[other] { $free } areas are free
}
sit-practice = You get { $purse } practice chips. No name, no money.
sit-brings = You bring chips from your account.
sit-watching = You are here to watch.
sit-dealer = A person deals here and changes your money into chips. You are number { $number }.
sit-sign-in = Sign in to play here.
no-place = No place is free at the moment.
free-areas = Free areas
bring = Bring
course = How a round goes
course-wager = Wager
course-wager-gloss = Put chips on your area. Somebody banks: the House, or one of the players.
course-deal = Dice and cut
course-deal-gloss = The wall is cut as the dice say, and each area gets a lot of four tiles.
course-set = Pair your tiles
course-set-gloss = Two make the low hand, two the high hand. The high hand is never worth less.
course-match = Match with the bank
course-match-gloss = Win both hands and you are paid. Lose both and the bank takes the wager. One each: it stays.
wait-gloss = Nothing is asked of you just now.
last-round = Round { $n }
show-last = Last result

## Results
jung = Jung
che = Che
jowl = Jowl
won = Won
lost = Lost
even = Even
bank-result = Bank
bank-against = The others’ hands against yours
jung-gloss = You win: both your hands beat the bank.
che-gloss = You lose: neither hand beats the bank.
jowl-gloss = A stand-off: one hand each. Your wager stays.
won-gloss = Your wagers brought more than they cost.
lost-gloss = Your wagers cost more than they brought.
even-gloss = Nothing won or lost.
bank-result-gloss = What your bank won or lost in this round.
low-hand = Low hand
high-hand = High hand
yours = Yours
the-bank = The bank
better-mine = Yours wins
better-bank = The bank wins
better-copy = Equal: the bank wins
why-mine = { $mine } beats { $bank }.
why-bank = { $bank } beats { $mine }.
why-copy = Both are { $bank }: equal hands are the bank’s.
wager = Wager
won-even = Won, 1 to 1
won-after = Won, less { $rate } %
commission = Commission, { $rate } %
taken = Lost
stays = Stays on the layout
wager-again = Wager { $amount } again
wager-armed = { $amount } when wagers open
change-wager = Change wager
close = Close
clause-of = { $book }, clause { $clause }
reading = reading { $name }
reading-gloss = The book leaves this open; the house decided how it reads it.

## The rail
rail = Beside the table
tab-log = Log
tab-rules = Rules
tab-rounds = Rounds
tab-fair = Fair
fold = Fold this away
log-none = Nothing has happened since you came.
rounds-none = No round is over yet.
limits-regular = Wagers
limits-bonus = Bonus
limits-tie = Tie
limits-big-small = Big and Small
limits-steps = { $least } to { $most }, in steps of { $step }
commission-name = Commission
old-minimum = Your old minimum
personal-limits = Your limits on area { $area }
notice-limits = From { $time }
notice-closing = The table closes
rules-available = The full rules of this game are available at the table and from the supervisor.
fair-gloss = The house fixed this round’s chance before wagers, and shows its seed afterwards. Your browser adds to it with your first wager.
fair-promise = Promise of turn { $turn }
fair-added = Added by stations
fair-seed = Seed of turn { $turn }
fair-promised-as = It was promised as

step-before = The step before
step-after = The next step
step-of = Step { $n } of { $all }

## The menu
keys = Keys
always-show = Show me my tiles with every deal
top-up = More chips
top-up-do = Get them
also = You may also
dispute = Something is wrong
dispute-gloss = The dealer stops and a supervisor is called.
final = Cannot be undone
final-gloss = Hold the button until it is filled.
hold-to-confirm = hold
leave = Leave the table
leave-gloss = As soon as nothing of yours is at stake.
key-t = My tiles
key-123 = The three ways
key-h = House Way
key-m = My money
key-c = The clock
key-r = Last result
key-l = The log
key-keys = All keys
say-tiles = Your tiles: { $tiles }.
say-no-tiles = You see no tiles yet.
say-money = { $chips } in chips, { $down } on the table, net { $net }.
say-no-money = You have no chips here.
say-clock = It is { $time }. { $left }.
do-ask-laja = Ask the dealer for a laja
do-ask-laja-own = Ask to do a laja yourself
do-raise-dispute-payment = About a payment
do-raise-dispute-hand = About a hand
do-raise-dispute-rule = About a rule
do-raise-dispute-conduct = About somebody’s conduct
do-ask-advice = Ask the dealer for advice, area { $area }
do-ask-reshuffle = Ask for another shuffle
do-name-cut = { $cut }
do-decline-cut = Leave the cut to the dealer
do-shake = Shake the dice
do-steal = { $value ->
    [0] Steal nothing
   *[other] Steal { SIGNED($value) }
}
do-confirm-bank = Confirm the hand
do-lay-down = Lay the hand down, area { $area }
do-add-to-bank = Add to the bank
do-change-method-house = The House banks
do-change-method-player = Bank alone
do-change-method-co-bank = Bank with the House
do-name-shaker = Let { $who } shake
do-yield = Leave area { $area } to another caller
do-waive-side = Play without the side wager, area { $area }
do-speak = Call a wager, area { $area }
do-show-own = Show your tiles, area { $area }
do-see-conceded = See the conceded tiles, area { $area }
do-touch = Touch the tiles, area { $area }
do-concede = Concede area { $area }
do-surrender = Surrender the tie on area { $area }
do-ask-house-wager = Ask the House to wager
do-consent = Let { $who } wager on your area
do-turn-up = Turn up the tiles, area { $area }
practice-only = practice only
hint-cost = { $cost ->
    [0] Your choice is the same: it costs nothing.
   *[other] Your choice costs { $cost } thousandths of the wager.
}
do-take-back = Take this round back
do-buy-in = Buy chips

## The line, refusals, wishes
link-lost = The house does not answer. Trying again …
link-since = Not connected since { $time }
link-detail = What you see may be old. Nothing is sent.
link-over = The session is over
link-over-detail = What you see is from before. Your chips are kept.
link-back = Connected again.
refused = { $what }: not done.
refused-wager-below_minimum = It is below the minimum.
refused-wager-above_maximum = It is above the maximum.
refused-house-away = The house does not answer.
refused-place-none = No place is free.
refused-seat-idle = You sat here without a wager for too long; try another table.
refused-rate-round = Too many requests in one round: wait a little.
refused-wager-closed = Wagers are closed.
refused-wager-not_open = Wagers are not open yet.
refused-wager-not_multiple = It is no multiple of the step.
refused-wager-not_offered = This wager is not offered here.
refused-wager-needs_regular = It needs a regular wager first.
refused-wager-banks = Whoever banks may wager little or nothing beside the bank.
refused-wager-no_change = It is so already.
refused-bank-not_offered = The bank is not offered to you now.
refused-bank-not_played = Only who played the last round may bank.
refused-bank-out_of_bounds = The stake is out of bounds.
refused-bank-short = The bank would not cover the wagers.
refused-seat-taken = Somebody else has this seat.
refused-seat-has_one = You have a seat already.
refused-seat-banks = Whoever banks cannot leave yet.
refused-seat-wager_down = A wager of yours lies on the layout.
refused-table-closing = The table is closing.
refused-table-full = There is no more room.
refused-hand-none = There are no tiles in play.
refused-leave-already = You are leaving already.
refused-rate-limited = Too fast: wait a little.
unsure = { $what }: no answer came.
unsure-detail = It may have been done or not. Sent again, it is done once.
send-again = Send again
leave-it = Leave it
wish = The dealer asks for { $amount } of your money
wish-detail = It would be changed into chips at this table.
wish-yes = Yes
wish-no = No
reality = You have played for { $minutes } minutes
reality-detail = It is { $time }.
reality-seen = I have seen it
trouble = Nothing can be kept at the moment.
done-what = { $what }: done.
something = Your request
ask-wager = Wager { $amount } on area { $area }
ask-withdraw = Take back the wager on area { $area }
ask-set = Set the hand
ask-show-tiles = Show tiles with the deal
ask-bank = Bank with { $amount }
ask-pass = Never offer the bank
ask-decline = Decline the bank

## The log
log-two = { $first } { $then }
log-tiles-checked = The tiles were checked.
log-tiles-replaced = The tiles were replaced.
log-table-opened = The table is open.
log-seated = { $who } sat down at area { $place }.
log-left = { $who } left.
log-bought-in = { $you ->
    [yes] You got { $amount } in chips.
   *[no] { $who } came with chips.
}
log-seat-freed = { $whose } seat was freed.
log-places = Places were named.
log-limits-posted = New limits were posted.
log-limits-changed = The limits changed.
log-old-minimum-kept = { $who } goes on with the old minimum.
log-personal-limits = Limits of their own were given on area { $place }.
log-sharing-allowed = Sharing an area was allowed.
log-told = An official was told.
log-bank-offered = The bank was offered to { $whom }.
log-bank-declined = { $of ->
    [passes] { $who } passes the bank.
   *[other] { $who } declined the bank.
}
log-bank-taken = { $you ->
    [yes] You took the bank with { $amount }.
   *[no] { $who } took the bank with { $amount }.
}
log-bank-joined = { $who } joined the bank with { $amount }.
log-bank-added = { $who } added { $amount } to the bank.
log-house-banks = The House banks at area { $place }.
log-banks-allowed = More banks in a row were allowed.
log-bank-sharing = Sharing the bank was allowed.
log-bank-short = The bank cannot cover all wagers.
log-method-changed = The method of play changed.
log-shuffled = The dealer shuffled and stacked the tiles.
log-shown-in-stacking = Tiles were seen while stacking.
log-shown-in-laja = Tiles were seen in the laja.
log-laja-asked = { $who } asked for a laja.
log-laja-allowed = The laja was allowed.
log-laja-done = The laja was done.
log-reshuffle-asked = { $who } asked for another shuffle.
log-reshuffle-ordered = Another shuffle was ordered.
log-wager-placed = { $who } wagered { $amount } on area { $place }{ $of ->
    [regular] {"."}
   *[other] , { $kind }.
}
log-below-minimum = { $whose } wager on area { $place } is below the minimum.
log-above-maximum = { $whose } wager on area { $place } is above the maximum.
log-wager-withdrawn = { $who } took back the wager on area { $place }.
log-wager-refused = { $whose } wager on area { $place } was refused.
log-tie-under-bank = Ties are not wagered under a player's bank.
log-banker-ties = Whoever banks does not wager on Ties.
log-wager-found = A wager was found on area { $place }.
log-wager-returned = { $whose } wager on area { $place } was returned.
log-warned = { $who } was warned.
log-consented = { $who } agreed to share the area.
log-side-waived = { $who } plays without the side wager.
log-house-wagered = The House wagered { $amount } on area { $place }.
log-bets-closed = Wagers are closed.
log-caller-named = { $who } { $you ->
    [yes] call
   *[no] calls
} for area { $place }.
log-yielded = Another caller was named for area { $place }.
log-cut-stolen = The banker changed the total.
log-shaken = The dice were shaken.
log-dice-cocked = A die was cocked: they were shaken again.
log-dice-shown = The dice show { $shows }.
log-cut-named = The cut is { $shows }.
log-cut-declined = The cut was left to the dealer.
log-cut-registered = A cut was registered.
log-dealt = The lots were delivered, the first to area { $place }.
log-turned-to-dealer = Tiles were turned to the dealer.
log-sight-asked = { $who } asked to be shown the tiles with every deal.
log-looked = { $who } looked at the tiles of area { $place }.
log-looked-standing = The tiles of area { $place } were shown to whoever calls for it.
log-turned-up = The tiles of area { $place } were turned up.
log-the-set = A hand was set.
log-hand-set = { $who } set { $you ->
    [yes] your
   *[no] the
} hand.
log-house-way-asked = { $who } asked the dealer to set the hand the House Way.
log-house-way-set = The dealer set the hand of area { $place } the House Way.
log-bank-set = The bank’s hand was set.
log-touched = The tiles of area { $place } were touched.
log-house-way-checked = The House Way of area { $place } was checked.
log-house-way-corrected = The House Way of area { $place } was corrected.
log-house-way-directed = A supervisor directed the House Way of area { $place }.
log-conceded = { $who } conceded area { $place }.
log-conceded-seen = The conceded tiles of area { $place } were seen.
log-own-shown = { $who } showed the tiles.
log-advised = { $who } asked the dealer for advice.
log-surrendered = { $who } surrendered the tie.
log-bank-confirmed = The banker confirmed the hand.
log-chung-lifted = The chung was lifted.
log-bank-shown = The bank opened{ $shown ->
    [yes] : { $shows }.
   *[no] {"."}
}
log-hand-opened = Area { $place } opened: { $shows }.
log-hand-matched = Area { $place }: { $of ->
    [win] Jung.
    [lose] Che.
   *[other] Jowl.
}
log-by-tile = The leading tile decided area { $place }.
log-wager-taken = { $who } lost { $amount }{ $of ->
    [regular] {"."}
   *[other] , { $kind }.
}
log-wager-paid = { $who } won { $amount }{ $of ->
    [regular] {"."}
   *[other] , { $kind }.
}
log-wager-stays = { $whose } wager stays.
log-wager-reopened = { $whose } wager was settled anew.
log-bank-settled = The bank was settled.
log-bank-reopened = The bank was settled anew.
log-round-over = The round is over.
log-tiles-exposed = Tiles of area { $place } were exposed.
log-hand-void = The hand of area { $place } is void.
log-round-void-disruption = The round is void: a disruption.
log-round-void-fraud = The round is void: fraud.
log-round-void-breach = The round is void: a breach of the rules.
log-round-void-misdeal = The round is void: a misdeal.
log-round-void-exposed = The round is void: tiles were exposed.
log-round-void-reshuffle = The round is void: another shuffle.
log-round-void-tiles = The round is void: the tiles.
log-misdealt = The tiles were misdealt.
log-deal-rebuilt = The deal was put right.
log-hand-knocked = The hand of area { $place } was knocked over.
log-set-wrong = The hand of area { $place } was set wrongly.
log-removal-decided = An area is to be taken out of play.
log-removal-drawn-again = The area to be taken out is drawn again.
log-area-removed = Area { $place } is out of play.
log-area-restored = Area { $place } is in play again.
log-set-first-ordered = { $who } has to set first.
log-players-parted = Two players may not sit together.
log-english-ordered = English is to be spoken at the table.
log-wagers-void = Wagers on area { $place } are void.
log-stake-forfeited = { $whose } stake was forfeited.
log-player-barred = { $who } was barred from the game.
log-dispute-raised = { $who } raised a dispute.
log-dispute-decided = A dispute was decided.
log-review-asked = { $who } asked for a review.
log-dispute-reviewed = A dispute was reviewed.
log-closing-posted = A sign says when the table closes.
log-play-ended = Play has ended.
log-table-closed = The table is closed.
log-bank-asked-for = { $who } asked to see the bank’s hand.
log-big-small-called = Big or Small was called.
log-co-bank-funded = The House put its half beside the bank.
log-commission-posted = Another commission is in force.
log-counted-below = The total fell below one and was counted on.
log-retrieved = Tiles of areas without wagers were taken back.
log-round-void = The round is void: no wager is left.
log-round-void-telling = The round is void: whoever banks told about tiles.
log-shaker-named = { $who } shakes for the banker.
log-stacked = The tiles were stacked.
log-tiles-laid-out = The tiles were laid out and counted.
log-total-allowed = A higher total of wagers was allowed.
log-wager-spoken = { $who } called a wager of { $amount } on area { $place }.
log-winnings-held = { $whose } winnings are held.
log-winnings-released = { $whose } winnings were let go.

## The wheel
wheel-number = { $n }
wheel-short = { $first }/{ $last }
wheel-spot-straight-up = Straight { $n }
wheel-spot-split = Split { $numbers }
wheel-spot-street = Street { $numbers }
wheel-spot-trio = Trio { $numbers }
wheel-spot-corner = Corner { $numbers }
wheel-spot-first-four = First four { $numbers }
wheel-spot-six-line = Six-line { $numbers }
wheel-spot-column = Column { $n }
wheel-spot-dozen = { $n ->
    [1] 1st dozen
    [2] 2nd dozen
   *[other] 3rd dozen
}
wheel-spot-low = 1 to 18
wheel-spot-high = 19 to 36
wheel-spot-even = Even
wheel-spot-odd = Odd
wheel-spot-red = Red
wheel-spot-black = Black
wheel-bet-straight-up = Straight
wheel-bet-split = Split
wheel-bet-street = Street
wheel-bet-corner = Corner
wheel-bet-six-line = Six-line
wheel-bet-column = Column
wheel-bet-dozen = Dozen
wheel-bet-low = 1 to 18
wheel-bet-high = 19 to 36
wheel-bet-even = Even
wheel-bet-odd = Odd
wheel-bet-red = Red
wheel-bet-black = Black
wheel-sign-straight-up = Straight
wheel-sign-corner = Corner
wheel-sign-red = Even chances
wheel-all-limits = All limits
wheel-odds = { $pays } to { $to }
wheel-pays = pays { $pays } to { $to }
wheel-column-short = col { $n }
wheel-spot-label = { $name }, pays { $pays } to { $to }, { $stake }
wheel-stake = my stake { $amount }
wheel-stake-none = nothing of mine
wheel-layout = Single-zero layout
wheel-covers = { $n } numbers
wheel-bounds-here = Bounds here
wheel-my-stake = My stake
wheel-would-win = Would win
wheel-would-win-chip = { $chip } would win
wheel-loupe = pays { $pays } to { $to } · { $bounds } · mine { $stake }
wheel-colour-red = red
wheel-colour-black = black
wheel-colour-green = green
wheel-zero = Zero
wheel-ball = { $n } { $colour }
wheel-now-open = Place your wagers
wheel-now-open-plain = Spin { $spin }. Until wagers close everything can be taken back.
wheel-now-open-detail = { $n ->
    [one] Spin { $spin } closes in { $n } second. Until then everything can be taken back.
   *[other] Spin { $spin } closes in { $n } seconds. Until then everything can be taken back.
}
wheel-now-rolling = The ball is on its way: spin { $spin } closes at any moment.
wheel-now-watching = Spin { $spin } takes wagers. Sit down to place yours.
wheel-now-closed = No more bets
wheel-counted = Spin { $spin } is in play. { $amount ->
    [0] You have nothing on it.
   *[other] { $amount } counted at the close.
}
wheel-in-play = Spin { $spin } is in play.
wheel-now-shut = Not open yet
wheel-now-shut-detail = Wagers are taken as soon as the first period begins.
wheel-now-halted = The table stands still
wheel-now-halted-detail = The system is being restored; your account is kept.
wheel-now-over = The table is closed
wheel-now-over-detail = Everything of yours was settled.
wheel-now-frozen = A result is being corrected
wheel-now-frozen-detail = All accounts are frozen until it is done.
wheel-fell = { $ball }
wheel-won = { $ball }. You won { $amount }
wheel-lost = { $ball }. { $amount } lost
wheel-win-part = { $name } { SIGNED($amount) }
wheel-won-detail = { $wins }. { $collected ->
    [0] Nothing was collected.
   *[other] { $collected } was collected.
} { $next }
wheel-next-open = Spin { $spin } takes wagers now.
wheel-next-waits = The next period opens when the dealer begins it.
wheel-late = Not counted: { $what }, arrived late.
wheel-late-part = { $name }, { $amount }
wheel-undone = One step back: { $amount } on this spin.
wheel-done = { $what }. { $amount } on this spin.
wheel-ask-put = { $amount } on { $name }
wheel-ask-take = { $amount } taken back from { $name }
wheel-ask-clear = Clear the layout
wheel-run-on = { $name } { $numbers }
wheel-run-double = Double
wheel-run-treble = Treble
wheel-run-quad = Quad
wheel-staked = { $amount } staked
wheel-run-live = live · spin { $next } of { $all }
wheel-run-begins = begins this spin
wheel-run-over = over
wheel-run-over-paid = over, paid
wheel-step-hit = { $n ->
    [1] 1st hit
    [2] 2nd hit
    [3] 3rd hit
   *[other] { $n }th hit
}
wheel-step-now = { $n ->
    [1] 1st now
    [2] 2nd now
    [3] 3rd now
   *[other] { $n }th now
}
wheel-step-to-come = { $n ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $n }th
}
wheel-step-missed = missed
wheel-run-hit = { $n } now: on to { $odds }
wheel-run-hit-last = { $n } now: { $odds }
wheel-run-miss-pays = Any other: { $odds }
wheel-run-miss = Any other: run over
wheel-run-hits = { $hits } of { $all } hit
wheel-stake-returned = Stake returned
wheel-stake-lost = Stake lost
wheel-runs = Spin sequences
wheel-runs-none = A sequence names a number for each of the coming spins: two, three or four. Each hit from the first on pays more.
wheel-new-run = New sequence
wheel-run-choose = Choose { $n } numbers, in the order of the spins.
wheel-run-which = Which sequence
wheel-run-place = Stake { $amount }
wheel-run-take = Take back
wheel-all-hit = All hit
wheel-all-hit-pays = to 1
wheel-race = Race track, in the order of the wheel
wheel-race-label = { $n } { $colour } and { $each } each side: { $numbers }
wheel-neighbours = { $each ->
    [0] { $n } alone
    [one] { $n } and one neighbour each side
   *[other] { $n } and { $each } neighbours each side
}
wheel-neighbours-short = { $n } ± { $each } on the wheel
wheel-numbers-count = { $n } numbers
wheel-neighbours-sum = { $n ->
    [one] One straight wager of { $chip }
   *[other] { $n } straight wagers of { $chip } = { $amount }
}
wheel-each-pays = each pays { $pays } to { $to } · shown as ghosts until the house has them
wheel-each-pays-short = each pays { $pays } to { $to }
wheel-each = Neighbours on each side
wheel-each-less = Fewer neighbours
wheel-each-more = More neighbours
wheel-picture = The wheel, the ball in { $n }
wheel-picture-rolling = The wheel, the ball on its way
wheel-live = live
wheel-no-signal = no signal
wheel-station = Station { $n }
wheel-leave = Leave and cash out
wheel-leaving = Leaving: you are paid out as soon as nothing of yours is at stake.
wheel-about = This table
wheel-balance = Balance
wheel-on-spin = On this spin
wheel-coming = + { $amount } on its way
wheel-counted-small = counted at the close
wheel-in-runs = In running sequences
wheel-last-win = Last win
wheel-last-win-of = spin { $spin }, { $ball }
wheel-held = Held until a matter is looked into: { $amount }
wheel-last-results = Last results
wheel-view = View
wheel-view-layout = Layout
wheel-view-race = Race track
wheel-view-wheel = Wheel
wheel-tab-race = Track
wheel-tab-runs = Sequences
wheel-tab-type = Type
wheel-chip-each = Chip for each touch
wheel-chip = Chip of { $amount }
wheel-legend-held = held by the house
wheel-legend-ghost = on its way
wheel-undo = Undo
wheel-undo-left = { $n ->
    [one] one step can be taken back
   *[other] { $n } steps can be taken back
}
wheel-clear = Clear
wheel-repeat = Repeat
wheel-double = Double
wheel-favourites = Favourites
wheel-keep = Keep this
wheel-forget = Forget { $name }
wheel-favourite = { $names }
wheel-favourite-more = { $names } and { $n } more
wheel-type = Type
wheel-type-label = Type a wager, as 8/11 5
wheel-type-place = Place
wheel-type-means = { $name }, { $amount }, pays { $pays } to { $to }
wheel-type-wrong = no such place
wheel-sit = Sit down
wheel-sit-free = { $free ->
    [0] No station is free.
    [one] One station is free.
   *[other] { $free } stations are free.
}
wheel-sit-purse = You get { $purse } to practise with.
wheel-stale = No sign of the house since { $time }
wheel-stale-detail = Nothing is being sent. { $amount ->
    [0] You have nothing on this spin.
   *[other] Your { $amount } stands as last confirmed.
} Reconnecting …
wheel-out-of-order = This station is out of order. A person of the house has been called.
wheel-in-doubt = Your wagers are being made out from the records.
wheel-claim-waits = Your claim waits for an answer.
wheel-claim = Something is wrong
wheel-claim-outcome = The outcome was entered wrongly
wheel-claim-malfunction = This station does not work as it should
wheel-about-limits = Limits
wheel-about-spins = My spins
wheel-spins-none = Spins on which you have something will stand here.
wheel-key-l = My spins
wheel-about-counts = Counts
wheel-about-fair = Fair
wheel-about-keys = Keys
wheel-about-settings = Settings
wheel-limit = { $least } to { $most }
wheel-limit-step = { $least } to { $most }, in steps of { $step }
wheel-aggregate = Together at least
wheel-announced = From { $time } other limits are in force:
wheel-bet = Bet
wheel-pays-head = Pays
wheel-counts-of = { $n ->
    [0] No spins yet
    [one] Last spin
   *[other] Last { $n } spins
}
wheel-count-and = count, and
wheel-expected = expected
wheel-count-label = { $name }: { $count }, expected { $expected }
wheel-counts-gloss = Each number is as likely as any other in every spin, whatever came before. { $n } was to be expected of each.
wheel-notes-in = Notes in
wheel-notes-more = Add to the balance
wheel-calls = Speak the calls
wheel-key-arrows = Go over the layout
wheel-key-enter = Place a chip
wheel-key-back = Take a chip back
wheel-key-15 = Chip in hand
wheel-key-u = Undo
wheel-key-x = Clear
wheel-key-a = Last wagers again
wheel-key-d = Double
wheel-key-w = Type a wager
wheel-key-m = My money
wheel-key-c = The clock
wheel-key-r = Last result
wheel-key-v = Next view
wheel-key-all = This list
wheel-say-money = Balance { $balance }, { $staked } on this spin, { $running } in running sequences.
wheel-say-result = { $ball } on spin { $spin }.
wheel-say-no-result = No spin yet.
refused-wager-many_runs = This station has as many sequences as it can have.
refused-wager-above_balance = Your balance does not cover it.
refused-wager-at_maximum = As much as is permitted lies there already.
refused-wager-between_steps = No permitted amount lies between what is there and what was tried.
refused-wager-nothing_there = Nothing of yours lies there.
refused-wager-running = This sequence is running: it cannot be changed.
refused-account-leaving = You are leaving already.
refused-station-taken = Somebody else has this station.
refused-station-second = You have a station already.
refused-station-out_of_order = This station is out of order.
refused-station-in_doubt = The wagers of this station are being made out.
refused-table-claim_open = Your claim waits for an answer already.

## The displays
display-open = Place your bets
display-seconds = { $n ->
    [one] { $n } second
   *[other] { $n } seconds
}
display-closed = No more bets
display-rolling = the ball is in play
display-spin-at = Spin { $spin } · { $time }
display-spin = Spin { $spin }
display-recent = Recent outcomes, newest first
display-last = Last outcome
display-none = No spin yet
display-limits = Limits { $least } to { $most }
display-posted = From { $time }: { $least } to { $most }
display-closing = The table closes at { $time }
display-bank = The bank
display-area = Area { $area }
display-area-bank = Area { $area }: the bank
display-area-win = Area { $area }: both hands win
display-area-lose = Area { $area }: both hands lose
display-area-push = Area { $area }: one hand each
display-matched = Area { $area } is matched
display-dice = Dice and cut
display-dice-label = Dice { $dice }
display-first = area { $area } first
display-total = { $total }: area { $area } first
display-low = low
display-high = high
display-jung = wins
display-che = loses
display-jowl = stays
display-empty = no wager
display-off = closed
display-waits = waits
display-set = set
display-sets = setting
display-wagered = wagered
display-pays = Winning wagers pay even money, less { $rate } % commission.
display-round = Round { $n }
display-rules = Rules of this game are available from the supervisor.
display-stale = Not connected since { $time }
